import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { ScheduleDialog } from "../src/drafts/ScheduleDialog";

const zone = vi.hoisted(() => ({ name: "Europe/Berlin" }));
vi.mock("../src/audit/useZone", () => ({ useZone: () => zone.name }));

const onSchedule = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers({ now: Date.parse("2026-01-01T00:00:00Z"), toFake: ["Date"] });
  return () => vi.useRealTimers();
});

function show(time: string | null, zoneName = "Europe/Berlin") {
  zone.name = zoneName;
  render(<ScheduleDialog time={time} isBusy={false} onSchedule={onSchedule} onClose={() => {}} />);
  return screen.getByLabelText<HTMLInputElement>(/Date and time/);
}

const type = (input: HTMLInputElement, value: string) => fireEvent.change(input, { target: { value } });
const submit = () => fireEvent.click(screen.getByRole("button", { name: "Schedule" }));

// R474
it("says what becomes of a time that the clock skips", () => {
  type(show(null), "2026-03-29T02:30");
  expect(screen.getByText(/Sun, Mar 29, 2026, 03:30 in Europe\/Berlin \(GMT\+2\)/)).toBeTruthy();
  expect(screen.getByText("The clock skips 02:30 that day, so it becomes 03:30 (GMT+2).")).toBeTruthy();
  submit();
  expect(onSchedule).toHaveBeenCalledExactlyOnceWith("2026-03-29T01:30:00.000Z");
});

// R474
it("says which of two equal times is meant", () => {
  type(show(null, "Australia/Lord_Howe"), "2026-04-05T01:45");
  const sentence = "The clock shows 01:45 twice that day. This is the first time (GMT+11).";
  expect(screen.getByText(sentence)).toBeTruthy();
  submit();
  expect(onSchedule).toHaveBeenCalledExactlyOnceWith("2026-04-04T14:45:00.000Z");
});

// R474
it("keeps a time until another one is typed, also the second of two equal ones", () => {
  const second = "2026-10-25T01:30:12.345Z";
  const input = show(second);
  expect(input.value).toBe("2026-10-25T02:30");
  expect(
    screen.getByText("The clock shows 02:30 twice that day. This is the second time (GMT+1)."),
  ).toBeTruthy();
  submit();
  expect(onSchedule).toHaveBeenLastCalledWith(second);
  type(input, "2026-10-25T02:31");
  submit();
  expect(onSchedule).toHaveBeenLastCalledWith("2026-10-25T00:31:00.000Z");
});

it("says nothing about the clock on other days", () => {
  type(show(null, "Asia/Ho_Chi_Minh"), "2026-03-29T02:30");
  expect(screen.queryByText(/The clock/)).toBeNull();
});
