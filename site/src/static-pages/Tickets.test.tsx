// @vitest-environment jsdom
import type { City } from "@karst/client";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Tickets } from "./Tickets";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const textOf = (changes: Partial<City["options"][number]>) => {
  const option = { type: "Taxi", duration: "1 hour", price: "", prices: [], details: "", companies: [] };
  render(<Tickets options={[{ ...option, ...changes }]} timeZone="Asia/Ho_Chi_Minh" />);
  return screen.getByRole("article").textContent;
};

// R571
test("a ticket shows each amount once, with the date of its check, and marks an old one", () => {
  vi.useFakeTimers({ now: new Date("2026-11-29T00:00:00Z"), toFake: ["Date"] });
  const rest = { label: null, amountTo: null, currency: "VND", per: null, audience: "everyone" } as const;
  const text = textOf({
    prices: [
      { ...rest, amount: 400000, per: "vehicle", checkedAt: "2014" },
      { ...rest, label: "Berth", amount: 14, currency: "EUR", checkedAt: "2025-07" },
    ],
  });
  expect(text).toBe("Taxi1 hour₫400,000 per vehicleChecked 2014May be out of dateBerth€14Checked July 2025");
});

test("a ticket without amounts shows its price in words", () => {
  expect(textOf({ price: "ask when you book", details: "Every night." })).toBe(
    "Taxi1 hourask when you bookEvery night.",
  );
});
