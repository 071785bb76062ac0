import { describe, expect, test } from "vitest";
import { frameAt, typedAtMs, TYPEWRITER, typingDurationMs } from "./typewriter";

const prompts = ["I want a cave.", "Cold beer!", "Động Phong Nha", "Four"];
const at = (elapsedMs: number) => frameAt(prompts, elapsedMs);

test("the constants are the specification's", () => {
  expect(TYPEWRITER).toEqual({ characterMs: 40, holdMs: 4000, fadeMs: 200, cycleMs: 6000 });
});

describe("one prompt", () => {
  test("is typed a character every 40 ms", () => {
    expect(at(0)).toEqual({ prompt: 0, text: "I", phase: "typing", nextMs: 40 });
    expect(at(39).text).toBe("I");
    expect(at(40).text).toBe("I ");
    expect(at(119)).toEqual({ prompt: 0, text: "I w", phase: "typing", nextMs: 1 });
  });

  test("is held for 4000 ms and then fades until its cycle ends", () => {
    const typed = typingDurationMs(prompts[0]!);
    expect(typed).toBe(14 * 40);
    expect(at(typed)).toEqual({ prompt: 0, text: prompts[0], phase: "holding", nextMs: 4000 });
    expect(at(typed + 4000)).toEqual({
      prompt: 0,
      text: prompts[0],
      phase: "fading",
      nextMs: 6000 - typed - 4000,
    });
    expect(at(5999).phase).toBe("fading");
  });
});

test("all prompts follow each other every 6000 ms, and the first comes again", () => {
  expect([0, 6000, 12_000, 18_000, 24_000].map((ms) => at(ms).prompt)).toEqual([0, 1, 2, 3, 0]);
});

test("a Vietnamese letter appears whole, also when it came decomposed", () => {
  expect(frameAt(["Động".normalize("NFD")], 40).text).toBe("Độ");
});

test("a long prompt gets the time it needs", () => {
  const long = "x".repeat(100);
  expect(frameAt([long, "y"], 100 * 40 + 3999).phase).toBe("holding");
  expect(frameAt([long, "y"], 8199)).toMatchObject({ prompt: 0, phase: "fading", nextMs: 1 });
  expect(frameAt([long, "y"], 8200)).toMatchObject({ prompt: 1, text: "y" });
});

test("every frame says when it ends: walking by nextMs sees each character once", () => {
  let ms = 0;
  const seen: string[] = [];
  while (ms < 24_000) {
    const frame = at(ms);
    if (frame.phase === "typing") seen.push(frame.text);
    expect(frame.nextMs).toBeGreaterThan(0);
    ms += frame.nextMs;
  }
  expect(seen.length).toBe(prompts.join("").length);
});

test("each prompt can be had whole at once", () => {
  expect(prompts.map((_, prompt) => at(typedAtMs(prompts, prompt)))).toEqual(
    prompts.map((text, prompt) => ({ prompt, text, phase: "holding", nextMs: 4000 })),
  );
});
