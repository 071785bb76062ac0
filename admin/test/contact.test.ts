import { describe, expect, it } from "vitest";
import { answerTo, distance, promiseOf } from "../src/contact/shape";
import { aMessage } from "./things";

const now = Date.parse("2026-11-22T08:00:00Z");

describe("the promise of an answer within 24 hours", () => {
  it("is due until then, late afterwards, and kept or missed by the answer", () => {
    const stands = (changes: Parameters<typeof aMessage>[0]) => promiseOf(aMessage(changes), now);
    expect(stands({ dueAt: "2026-11-22T08:00:00.000Z" })).toBe("due");
    expect(stands({ dueAt: "2026-11-22T07:59:59.999Z" })).toBe("late");
    const answered = { status: "answered" as const, dueAt: "2026-11-22T07:00:00Z" };
    expect(stands({ ...answered, answeredAt: "2026-11-22T07:00:00Z" })).toBe("kept");
    expect(stands({ ...answered, answeredAt: "2026-11-22T07:00:01Z" })).toBe("missed");
    expect(stands({ status: "closed" })).toBe("none");
    expect(stands({ status: "spam" })).toBe("none");
  });

  it("is told in minutes, hours or days", () => {
    expect(distance("2026-11-22T08:30:00Z", now)).toBe("in 30 minutes");
    expect(distance("2026-11-22T13:10:00Z", now)).toBe("in 5 hours");
    expect(distance("2026-11-22T06:50:00Z", now)).toBe("1 hour ago");
    expect(distance("2026-11-19T08:00:00Z", now)).toBe("3 days ago");
  });
});

describe("an answer by mail", () => {
  const address = answerTo(
    aMessage({
      email: "linh+nha@example.org",
      subject: "Boats & fares?",
      message: "Có thuyền không?\nCảm ơn",
    }),
  );

  it("goes to whoever asked, with a plus that stays one", () => {
    expect(address).toMatch(/^mailto:linh%2Bnha@example\.org\?/);
  });

  it("has the subject and quotes the question, in Vietnamese too", () => {
    const query = Object.fromEntries(
      address
        .split("?")[1]!
        .split("&")
        .map((part) => part.split("=").map(decodeURIComponent)),
    ) as Record<string, string>;
    expect(query.subject).toBe("Re: Boats & fares?");
    expect(query.body).toContain("> Có thuyền không?\r\n> Cảm ơn");
    expect(query.body).toMatch(/^Dear Linh Tran,/);
  });

  it("cannot be given further recipients or headers by whoever asked", () => {
    const hostile = answerTo(
      aMessage({ email: "a@b.vn?bcc=c@d.vn&x=", subject: "x&bcc=c@d.vn\r\nBcc: c@d.vn" }),
    );
    expect(hostile.split("?")).toHaveLength(2);
    expect(hostile.split("&").map((part) => part.split("=")[0])).toEqual([
      expect.stringMatching(/subject$/),
      "body",
    ]);
  });

  it("is cut where mail programs refuse longer addresses, never inside a letter", () => {
    const long = answerTo(aMessage({ message: `${"a".repeat(1199)}😀 and on` }));
    expect(() => decodeURIComponent(long)).not.toThrow();
    expect(long.length).toBeLessThan(2048);
  });
});
