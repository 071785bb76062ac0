// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { OpeningSchedule } from "@karst/client/opening/calendar";
import { OpenState } from "./OpenState";

const ZONE = "Asia/Ho_Chi_Minh";
const regular = [[[480, 1020]]];
const HOURS: OpeningSchedule = {
  weeks: [
    { from: "2026-11-16", days: regular },
    { from: "2027-02-08", days: [[]] },
    { from: "2027-02-15", days: regular },
  ],
  until: "2027-12-20",
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function renderAt(moment: string, isShort = false): string {
  vi.setSystemTime(new Date(moment));
  const { container, unmount } = render(<OpenState opening={HOURS} timeZone={ZONE} isShort={isShort} />);
  const text = container.textContent;
  unmount();
  return text;
}

// R209
describe("the text of OpenState", () => {
  it.each([
    ["2026-11-24T12:00+07:00", "Open now, until 17:00", "Open now"],
    ["2026-11-24T16:29+07:00", "Open now, until 17:00", "Open now"],
    ["2026-11-24T16:30+07:00", "Closes in 30 min", "Closes in 30 min"],
    ["2026-11-24T16:59+07:00", "Closes in 1 min", "Closes in 1 min"],
    ["2026-11-24T07:30+07:00", "Closed now, opens at 08:00", "Opens at 08:00"],
    ["2026-11-24T17:00+07:00", "Closed now, opens tomorrow at 08:00", "Closed now"],
    ["2027-02-11T12:00+07:00", "Closed now, opens Monday at 08:00", "Closed now"],
    ["2027-02-08T07:00+07:00", "Closed now, opens Feb 15, 2027 at 08:00", "Closed now"],
    ["2027-12-19T18:00+07:00", "Closed now", "Closed now"],
    ["2028-01-01T12:00+07:00", "", ""],
  ])("at %s: %s", (moment, full, short) => {
    expect(renderAt(moment)).toBe(full);
    expect(renderAt(moment, true)).toBe(short);
  });
});

it("updates every minute while the page is visible", () => {
  vi.setSystemTime(new Date("2026-11-24T16:58:30+07:00"));
  render(<OpenState opening={HOURS} timeZone={ZONE} />);
  screen.getByText("Closes in 2 min");
  act(() => void vi.advanceTimersByTime(31_000));
  screen.getByText("Closes in 1 min");
  act(() => void vi.advanceTimersByTime(60_000));
  screen.getByText("Closed now, opens tomorrow at 08:00");

  const hidden = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  expect(vi.getTimerCount(), "hidden page").toBe(0);
  vi.setSystemTime(new Date("2026-11-25T07:00+07:00"));
  hidden.mockRestore();
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  screen.getByText("Closed now, opens at 08:00");
});

it("is empty in the HTML of the page", () => {
  vi.setSystemTime(new Date("2026-11-24T12:00+07:00"));
  const html = renderToString(<OpenState opening={HOURS} timeZone={ZONE} />);
  expect(html).not.toMatch(/Open|Close/);
  expect(html).toContain("<span");
});
