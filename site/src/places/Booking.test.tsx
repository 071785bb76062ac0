// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Booking } from "./Booking";

afterEach(cleanup);
afterEach(() => void vi.unstubAllGlobals());

const GUESTHOUSE = {
  name: "Nhà nghỉ Ánh Trăng",
  affiliateLink: "https://stay.example.org/?partner=1",
  bookingComUrl: "https://www.booking.com/hotel/vn/anh-trang",
  agodaUrl: "www.agoda.com/anh-trang",
  directBookingUrl: "mailto:anhtrang@example.org",
};

const links = () =>
  screen.queryAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);

// R66
test("a place without booking links has no button", () => {
  const blank = { affiliateLink: null, bookingComUrl: "", agodaUrl: null, directBookingUrl: null };
  render(<Booking place={{ ...GUESTHOUSE, ...blank, bookingType: "none" }} />);
  expect(links()).toEqual([]);
});

test.each(["none", "direct"] as const)(
  "all stored links are shown with the booking type %s",
  (bookingType) => {
    render(<Booking place={{ ...GUESTHOUSE, bookingType }} />);
    expect(links().map(([label]) => label)).toEqual([
      "Book Directly",
      "Book Now (opens in a new tab)",
      "Book on Booking.com (opens in a new tab)",
      "Book on Agoda (opens in a new tab)",
    ]);
  },
);

test("a label has the name of a partner only for the partner's own hosts", () => {
  const otherHosts = {
    affiliateLink: null,
    directBookingUrl: null,
    bookingComUrl: "https://booking.com.pay.example/x",
    agodaUrl: "https://www.rooms.example/agoda.com",
  };
  render(<Booking place={{ ...GUESTHOUSE, ...otherHosts, bookingType: "affiliate" }} />);
  expect(links().map(([label]) => label)).toEqual([
    "Book on booking.com.pay.example (opens in a new tab)",
    "Book on rooms.example (opens in a new tab)",
  ]);
});

// R66
test("links to partners are marked as sponsored, and empty ones are omitted", () => {
  render(<Booking place={{ ...GUESTHOUSE, bookingType: "affiliate" }} />);
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
  render(<Booking place={{ ...GUESTHOUSE, ...blank, bookingType: "affiliate" }} />);
  expect(links().map(([label]) => label)).toEqual(["Book on Booking.com (opens in a new tab)"]);
});

test.each(["mailto:anhtrang@example.org", "https://example.org/book", "tel:+842320000000"])(
  "the button for direct bookings leads to %s",
  (directBookingUrl) => {
    render(<Booking place={{ ...GUESTHOUSE, bookingType: "direct", directBookingUrl }} />);
    const link = screen.getByRole("link", { name: /^Book Directly/ });
    expect(link.getAttribute("href")).toBe(directBookingUrl);
  },
);

// R67
test("a contact without a URL has no button", () => {
  render(<Booking place={{ ...GUESTHOUSE, bookingType: "direct", directBookingUrl: null }} />);
  expect(screen.queryByRole("link", { name: /^Book Directly/ })).toBeNull();
});

// R83
test("a booking is counted with the name of the place", () => {
  const gtag = vi.fn();
  vi.stubGlobal("gtag", gtag);
  render(<Booking place={{ ...GUESTHOUSE, bookingType: "direct" }} />);
  const link = screen.getByRole("link", { name: "Book Directly" });
  link.addEventListener("click", (event) => event.preventDefault());
  fireEvent.click(link);
  expect(gtag.mock.calls).toEqual([
    ["event", "booking", { event_category: "conversion", event_label: GUESTHOUSE.name, value: 1 }],
  ]);
});
