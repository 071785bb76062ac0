import { describe, expect, it } from "vitest";
import { clockIn, dateIn, momentIn, zoneName } from "../src/kit/zone";

const VIETNAM = "Asia/Ho_Chi_Minh";
const PARIS = "Europe/Paris";

describe("a region's clock", () => {
  it("is seven hours ahead in Vietnam, also over midnight", () => {
    expect(clockIn(VIETNAM, "2026-11-25T02:00:00.000Z")).toBe("2026-11-25T09:00");
    expect(clockIn(VIETNAM, "2026-12-31T18:30:59.999Z")).toBe("2027-01-01T01:30");
    expect(momentIn(VIETNAM, "2027-01-01T01:30")).toBe("2026-12-31T18:30:00.000Z");
  });

  it("comes back to the same minute, in summer and in winter", () => {
    for (const text of ["2026-01-15T12:00", "2026-07-15T23:59", "2026-03-29T01:59", "2026-10-25T03:00"]) {
      expect(clockIn(PARIS, momentIn(PARIS, text)), text).toBe(text);
    }
  });

  it("reads an hour that the clock skips as the one after, and one that it shows twice as the first", () => {
    expect(clockIn(PARIS, momentIn(PARIS, "2026-03-29T02:30"))).toBe("2026-03-29T03:30");
    expect(momentIn(PARIS, "2026-10-25T02:30")).toBe("2026-10-25T00:30:00.000Z");
  });

  it("shows nothing for what is no time", () => {
    expect(clockIn(VIETNAM, "")).toBe("");
    expect(momentIn(VIETNAM, "2026-11-")).toBe("");
  });

  it("is shown with its name", () => {
    expect(zoneName(VIETNAM, "2026-11-25T02:00:00Z")).toBe("Asia/Ho Chi Minh (GMT+7)");
    expect(dateIn(VIETNAM, "2026-11-25T02:00:00Z")).toBe("Wed, Nov 25, 2026, 09:00");
  });
});
