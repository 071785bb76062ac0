import { describe, expect, it } from "vitest";
import { isOnBrand, targetName, type Brand } from "../src/brands";

describe("brands in labels", () => {
  it.each<[Brand, string]>([
    ["Booking.com", "https://www.booking.com/hotel/vn/anh-trang.en.html"],
    ["Booking.com", "https://secure.booking.com./x"],
    ["Agoda", "http://agoda.com/anh-trang"],
    ["Google Maps", "https://maps.google.com/?q=cave"],
    ["Google Maps", "https://www.google.com.vn/maps/place/x"],
    ["Google Maps", "https://google.de/maps"],
    ["Google Maps", "https://maps.app.goo.gl/abc"],
    ["Google Maps", "https://goo.gl/maps/abc"],
    ["Facebook", "https://vi-vn.facebook.com/anhtrang"],
    ["YouTube", "https://youtu.be/abc"],
  ])("names %s on its own host: %s", (brand, href) => {
    expect(isOnBrand(href, brand)).toBe(true);
    expect(targetName(href, brand)).toBe(brand);
  });

  it.each<[Brand, string, string]>([
    ["Booking.com", "https://pay.example/booking.com", "pay.example"],
    ["Booking.com", "https://booking.com.evil.example/x", "booking.com.evil.example"],
    ["Booking.com", "https://www.notbooking.com/", "notbooking.com"],
    ["Booking.com", "https://www.booking.com@evil.example/", "evil.example"],
    ["Agoda", "https://agoda.example/", "agoda.example"],
    ["Google Maps", "https://www.google.com/url?q=https://evil.example/maps", "google.com"],
    ["Google Maps", "https://google.evil/maps", "google.evil"],
    ["Google Maps", "https://sites.google.com/maps/x", "sites.google.com"],
    ["Google Maps", "https://maps.example.org/x", "maps.example.org"],
    ["Google Maps", "https://goo.gl/abc", "goo.gl"],
    ["Facebook", "https://facebook.com.login.example/", "facebook.com.login.example"],
  ])("does not name %s elsewhere: %s", (brand, href, host) => {
    expect(isOnBrand(href, brand)).toBe(false);
    expect(targetName(href, brand)).toBe(host);
  });
});
