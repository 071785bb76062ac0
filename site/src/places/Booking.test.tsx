// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Booking } from "./Booking";

afterEach(cleanup);
afterEach(() => void vi.unstubAllGlobals());

const HOUSE = {
  name: "Nhà nghỉ Ánh Trăng",
  affiliateLink: "https://stay.example.org/?partner=1",
  bookingComUrl: "https://www.booking.com/hotel/vn/anh-trang",
  agodaUrl: "www.agoda.com/anh-trang",
  directBookingUrl: "mailto:anhtrang@example.org",
};

const links = () =>
  screen.queryAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);

test("row 66: a place without any way to book has no button", () => {
  const blank = { affiliateLink: null, bookingComUrl: "", agodaUrl: null, directBookingUrl: null };
  render(<Booking place={{ ...HOUSE, ...blank, bookingType: "none" }} />);
  expect(links()).toEqual([]);
});

test.each(["none", "direct"] as const)(
  "row 66: links that are stored are shown with booking type %s",
  (bookingType) => {
    render(<Booking place={{ ...HOUSE, bookingType }} />);
    expect(links().map(([label]) => label)).toEqual([
      "Book Directly",
      "Book Now (opens in a new tab)",
      "Book on Booking.com (opens in a new tab)",
      "Book on Agoda (opens in a new tab)",
    ]);
  },
);

test("a label names the partner only on the partner's own hosts", () => {
  const elsewhere = {
    affiliateLink: null,
    directBookingUrl: null,
    bookingComUrl: "https://booking.com.pay.example/x",
    agodaUrl: "https://www.rooms.example/agoda.com",
  };
  render(<Booking place={{ ...HOUSE, ...elsewhere, bookingType: "affiliate" }} />);
  expect(links().map(([label]) => label)).toEqual([
    "Book on booking.com.pay.example (opens in a new tab)",
    "Book on rooms.example (opens in a new tab)",
  ]);
});

test("row 66: partners' buttons lead to them, are marked as paid, and blank ones are left out", () => {
  render(<Booking place={{ ...HOUSE, bookingType: "affiliate" }} />);
  expect(links()).toEqual([
    ["Book Now (opens in a new tab)", "https://stay.example.org/?partner=1"],
    ["Book on Booking.com (opens in a new tab)", "https://www.booking.com/hotel/vn/anh-trang"],
    ["Book on Agoda (opens in a new tab)", "https://www.agoda.com/anh-trang"],
    ["Book Directly", "mailto:anhtrang@example.org"],
  ]);
  for (const link of screen.getAllByRole("link", { name: /new tab/ }))
    expect(link.getAttribute("rel")).toContain("sponsored");
  cleanup();
  const blank = { affiliateLink: "", agodaUrl: null, directBookingUrl: null };
  render(<Booking place={{ ...HOUSE, ...blank, bookingType: "affiliate" }} />);
  expect(links().map(([label]) => label)).toEqual(["Book on Booking.com (opens in a new tab)"]);
});

test.each(["mailto:anhtrang@example.org", "https://example.org/book", "tel:+842320000000"])(
  "row 67: who books directly follows %s",
  (directBookingUrl) => {
    render(<Booking place={{ ...HOUSE, bookingType: "direct", directBookingUrl }} />);
    const link = screen.getByRole("link", { name: /^Book Directly/ });
    expect(link.getAttribute("href")).toBe(directBookingUrl);
  },
);

test("row 67: a contact that leads nowhere is no button", () => {
  render(<Booking place={{ ...HOUSE, bookingType: "direct", directBookingUrl: null }} />);
  expect(screen.queryByRole("link", { name: /^Book Directly/ })).toBeNull();
});

test("row 83: a booking is counted with the place's name", () => {
  const gtag = vi.fn();
  vi.stubGlobal("gtag", gtag);
  render(<Booking place={{ ...HOUSE, bookingType: "direct" }} />);
  const link = screen.getByRole("link", { name: "Book Directly" });
  link.addEventListener("click", (event) => event.preventDefault());
  fireEvent.click(link);
  expect(gtag.mock.calls).toEqual([
    ["event", "booking", { event_category: "conversion", event_label: HOUSE.name, value: 1 }],
  ]);
});
