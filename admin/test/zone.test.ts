import { describe, expect, it } from "vitest";
import { clockIn, dateIn, dateOfField, momentIn, occurrenceIn, offsetName, zoneName } from "../src/kit/zone";

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

  // R474
  it.each([
    // The moments as Temporal computes them with the disambiguation "compatible".
    ["Asia/Ho_Chi_Minh", "2026-03-29T02:30", "2026-03-28T19:30:00.000Z", "once", "GMT+7"],
    ["Europe/Berlin", "2026-03-29T01:59", "2026-03-29T00:59:00.000Z", "once", "GMT+1"],
    ["Europe/Berlin", "2026-03-29T02:00", "2026-03-29T01:00:00.000Z", "skipped", "GMT+2"],
    ["Europe/Berlin", "2026-03-29T02:59", "2026-03-29T01:59:00.000Z", "skipped", "GMT+2"],
    ["Europe/Berlin", "2026-03-29T03:00", "2026-03-29T01:00:00.000Z", "once", "GMT+2"],
    ["Europe/Berlin", "2026-10-25T01:59", "2026-10-24T23:59:00.000Z", "once", "GMT+2"],
    ["Europe/Berlin", "2026-10-25T02:00", "2026-10-25T00:00:00.000Z", "twice", "GMT+2"],
    ["Europe/Berlin", "2026-10-25T02:59", "2026-10-25T00:59:00.000Z", "twice", "GMT+2"],
    ["Europe/Berlin", "2026-10-25T03:00", "2026-10-25T02:00:00.000Z", "once", "GMT+1"],
    ["America/New_York", "2026-03-08T02:30", "2026-03-08T07:30:00.000Z", "skipped", "GMT-4"],
    ["America/New_York", "2026-11-01T00:59", "2026-11-01T04:59:00.000Z", "once", "GMT-4"],
    ["America/New_York", "2026-11-01T01:30", "2026-11-01T05:30:00.000Z", "twice", "GMT-4"],
    ["America/New_York", "2026-11-01T02:00", "2026-11-01T07:00:00.000Z", "once", "GMT-5"],
    // Half an hour: from 02:00 to 02:30 in October, from 02:00 to 01:30 in April.
    ["Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-03T15:45:00.000Z", "skipped", "GMT+11"],
    ["Australia/Lord_Howe", "2026-10-04T02:30", "2026-10-03T15:30:00.000Z", "once", "GMT+11"],
    ["Australia/Lord_Howe", "2026-04-05T01:29", "2026-04-04T14:29:00.000Z", "once", "GMT+11"],
    ["Australia/Lord_Howe", "2026-04-05T01:45", "2026-04-04T14:45:00.000Z", "twice", "GMT+11"],
    ["Australia/Lord_Howe", "2026-04-05T02:00", "2026-04-04T15:30:00.000Z", "once", "GMT+10:30"],
    // A whole day was skipped.
    ["Pacific/Apia", "2011-12-30T12:00", "2011-12-30T22:00:00.000Z", "skipped", "GMT+14"],
  ])("in %s reads %s as %s (%s)", (zone, text, moment, occurrence, offset) => {
    expect(momentIn(zone, text)).toBe(moment);
    expect(occurrenceIn(zone, text)).toBe(occurrence);
    expect(offsetName(zone, moment)).toBe(offset);
    if (occurrence !== "skipped") expect(clockIn(zone, moment)).toBe(text);
  });

  // R474
  it("comes back to the same minute at every quarter of an hour around a change", () => {
    for (const [zone, day] of [
      ["Europe/Berlin", "2026-03-29"],
      ["America/New_York", "2026-11-01"],
      ["Australia/Lord_Howe", "2026-04-05"],
      ["Australia/Lord_Howe", "2026-10-04"],
    ] as const) {
      const start = Date.parse(`${day}T00:00Z`) - 86_400_000;
      for (let quarter = 0; quarter < 3 * 96; quarter++) {
        const moment = new Date(start + quarter * 900_000).toISOString();
        const text = clockIn(zone, moment);
        const isSecond = occurrenceIn(zone, text) === "twice" && momentIn(zone, text) < moment;
        if (!isSecond) expect(momentIn(zone, text), `${zone} ${text}`).toBe(moment);
      }
    }
  });

  it("shows nothing for what is no time", () => {
    expect(clockIn(VIETNAM, "")).toBe("");
    expect(momentIn(VIETNAM, "2026-11-")).toBe("");
  });

  it("is shown with its name", () => {
    expect(zoneName(VIETNAM, "2026-11-25T02:00:00Z")).toBe("Asia/Ho Chi Minh (GMT+7)");
    expect(dateIn(VIETNAM, "2026-11-25T02:00:00Z")).toBe("Wed, Nov 25, 2026, 09:00");
  });

  it("is shown for the fields with a time that an editor sets", () => {
    for (const field of ["publicationDate", "unpublishAt"])
      expect(dateOfField(VIETNAM, field, "2026-11-25T02:00:00Z")).toBe("Wed, Nov 25, 2026, 09:00");
    expect(dateOfField(VIETNAM, "unpublishAt", "")).toBeNull();
    expect(dateOfField(VIETNAM, "unpublishAt", null)).toBeNull();
    expect(dateOfField(VIETNAM, "title", "2026-11-25T02:00:00Z")).toBeNull();
  });
});
