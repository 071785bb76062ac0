import { describe, expect, test } from "vitest";
import { frameAt, typedAtMs, typingDurationMs } from "./typewriter";

const prompts = ["I want a cave.", "Cold beer!", "Động Phong Nha", "Four"];
const at = (elapsedMs: number) => frameAt(prompts, elapsedMs);

// R20
describe("a prompt", () => {
  test("is typed with one character every 40 ms", () => {
    expect(at(0)).toEqual({ prompt: 0, text: "I", phase: "typing", nextMs: 40 });
    expect(at(39).text).toBe("I");
    expect(at(40).text).toBe("I ");
    expect(at(119)).toEqual({ prompt: 0, text: "I w", phase: "typing", nextMs: 1 });
  });

  test("is held for 4000 ms and fades until its cycle ends", () => {
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

test("prompts follow each other every 6000 ms in an endless loop", () => {
  expect([0, 6000, 12_000, 18_000, 24_000].map((ms) => at(ms).prompt)).toEqual([0, 1, 2, 3, 0]);
});

test("a decomposed Vietnamese letter appears at once", () => {
  expect(frameAt(["Động".normalize("NFD")], 40).text).toBe("Độ");
});

test("a long prompt extends its cycle", () => {
  const long = "x".repeat(100);
  expect(frameAt([long, "y"], 100 * 40 + 3999).phase).toBe("holding");
  expect(frameAt([long, "y"], 8199)).toMatchObject({ prompt: 0, phase: "fading", nextMs: 1 });
  expect(frameAt([long, "y"], 8200)).toMatchObject({ prompt: 1, text: "y" });
});

test("advancing by nextMs shows each character exactly once", () => {
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

test("at typedAtMs a prompt is completely typed", () => {
  expect(prompts.map((_, prompt) => at(typedAtMs(prompts, prompt)))).toEqual(
    prompts.map((text, prompt) => ({ prompt, text, phase: "holding", nextMs: 4000 })),
  );
});
