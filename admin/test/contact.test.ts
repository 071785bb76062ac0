import { describe, expect, it } from "vitest";
import { answerUrl, formatTimeFromNow, responseStatus } from "../src/contact/shape";
import { aMessage } from "./things";

const now = Date.parse("2026-11-22T08:00:00Z");

describe("the response time of a message", () => {
  it("is due, then overdue, and on time or late once the message is answered", () => {
    const status = (changes: Parameters<typeof aMessage>[0]) => responseStatus(aMessage(changes), now);
    expect(status({ dueAt: "2026-11-22T08:00:00.000Z" })).toBe("due");
    expect(status({ dueAt: "2026-11-22T07:59:59.999Z" })).toBe("overdue");
    const answered = { status: "answered" as const, dueAt: "2026-11-22T07:00:00Z" };
    expect(status({ ...answered, answeredAt: "2026-11-22T07:00:00Z" })).toBe("onTime");
    expect(status({ ...answered, answeredAt: "2026-11-22T07:00:01Z" })).toBe("late");
    expect(status({ status: "closed" })).toBe("none");
    expect(status({ status: "spam" })).toBe("none");
  });

  it("is shown in minutes, hours or days", () => {
    expect(formatTimeFromNow("2026-11-22T08:30:00Z", now)).toBe("in 30 minutes");
    expect(formatTimeFromNow("2026-11-22T13:10:00Z", now)).toBe("in 5 hours");
    expect(formatTimeFromNow("2026-11-22T06:50:00Z", now)).toBe("1 hour ago");
    expect(formatTimeFromNow("2026-11-19T08:00:00Z", now)).toBe("3 days ago");
  });
});

describe("an answer by email", () => {
  const url = answerUrl(
    aMessage({
      email: "linh+nha@example.org",
      subject: "Boats & fares?",
      message: "Có thuyền không?\nCảm ơn",
    }),
  );

  it("goes to the sender, with an encoded plus sign", () => {
    expect(url).toMatch(/^mailto:linh%2Bnha@example\.org\?/);
  });

  it("has the subject and quotes the message, also in Vietnamese", () => {
    const query = Object.fromEntries(
      url
        .split("?")[1]!
        .split("&")
        .map((part) => part.split("=").map(decodeURIComponent)),
    ) as Record<string, string>;
    expect(query.subject).toBe("Re: Boats & fares?");
    expect(query.body).toContain("> Có thuyền không?\r\n> Cảm ơn");
    expect(query.body).toMatch(/^Dear Linh Tran,/);
  });

  it("takes no further recipients or headers from the sender", () => {
    const hostile = answerUrl(
      aMessage({ email: "a@b.vn?bcc=c@d.vn&x=", subject: "x&bcc=c@d.vn\r\nBcc: c@d.vn" }),
    );
    expect(hostile.split("?")).toHaveLength(2);
    expect(hostile.split("&").map((part) => part.split("=")[0])).toEqual([
      expect.stringMatching(/subject$/),
      "body",
    ]);
  });

  it("is truncated to a length that email apps accept, never inside a character", () => {
    const long = answerUrl(aMessage({ message: `${"a".repeat(1199)}😀 and on` }));
    expect(() => decodeURIComponent(long)).not.toThrow();
    expect(long.length).toBeLessThan(2048);
  });
});
