import { describe, expect, test } from "vitest";
import {
  directionsHref,
  isMapsLink,
  licenseHref,
  mailtoHref,
  mapsHref,
  websiteHref,
  websiteName,
} from "./links";

describe("websiteHref", () => {
  test.each([
    ["oxalis.com.vn", "https://oxalis.com.vn/"],
    ["http://example.org/a", "http://example.org/a"],
    ["HTTPS://Example.org", "https://example.org/"],
    [" www.phongnha.example.com/cave?x=1 ", "https://www.phongnha.example.com/cave?x=1"],
  ])("%s becomes %s", (website, href) => {
    expect(websiteHref(website)).toBe(href);
  });

  test.each([
    "",
    "   ",
    null,
    undefined,
    "javascript:alert(1)",
    "data:text/html,x",
    "mailto:a@b.com",
    "not a site",
    "localhost",
  ])("%j is not a link", (website) => {
    expect(websiteHref(website)).toBeNull();
  });

  test("the label of a website is its host", () => {
    expect(websiteName("https://www.oxalis.com.vn/tours")).toBe("oxalis.com.vn");
  });
});

test("a mailto link may have a subject", () => {
  expect(mailtoHref("hello@example.org")).toBe("mailto:hello@example.org");
  expect(mailtoHref("hello@example.org", "Caves & co")).toBe(
    "mailto:hello@example.org?subject=Caves%20%26%20co",
  );
});

describe("a link to Google Maps is not an image", () => {
  test.each([
    "https://www.google.com/maps/search/?api=1&query=cave",
    "https://google.com.vn/maps/place/x",
    "https://maps.google.com/?q=1,2",
    "https://maps.app.goo.gl/abc",
    "https://goo.gl/maps/abc",
    "//www.google.com/maps/search/x",
  ])("%s is a map", (url) => expect(isMapsLink(url)).toBe(true));

  test.each([
    "/media/ab12/640.webp",
    "https://example.org/google.com/maps.jpg",
    "https://images.example.org/maps/1.jpg",
  ])("%s may be an image", (url) => expect(isMapsLink(url)).toBe(false));
});

describe("links to Google Maps", () => {
  const cave = { latitude: 17.58137, longitude: 106.28308 };

  test("an editor's link takes precedence over the coordinates", () => {
    expect(mapsHref({ ...cave, googleMapsUrl: "https://maps.app.goo.gl/abc" })).toBe(
      "https://maps.app.goo.gl/abc",
    );
    expect(mapsHref({ ...cave, googleMapsUrl: "javascript:alert(1)" })).toContain(
      "query=17.58137%2C106.28308",
    );
    expect(mapsHref(cave)).toBe("https://www.google.com/maps/search/?api=1&query=17.58137%2C106.28308");
  });

  test("directions lead to the coordinates", () => {
    expect(directionsHref(cave)).toBe(
      "https://www.google.com/maps/dir/?api=1&destination=17.58137%2C106.28308",
    );
  });
});

test("a license name or URL becomes a link", () => {
  expect(licenseHref("CC BY-SA 4.0")).toBe("https://creativecommons.org/licenses/by-sa/4.0/");
  expect(licenseHref("cc by 3.0")).toBe("https://creativecommons.org/licenses/by/3.0/");
  expect(licenseHref("CC0")).toBe("https://creativecommons.org/publicdomain/zero/1.0/");
  expect(licenseHref("https://example.org/terms")).toBe("https://example.org/terms");
  for (const text of ["All rights reserved", "CC", "javascript:alert(1)", "https://x"]) {
    expect(licenseHref(text), text).toBeNull();
  }
});
