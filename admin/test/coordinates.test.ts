import { describe, expect, it } from "vitest";
import { pointIn, withPoint } from "../src/map/coordinates";

it.each([
  ["17,58137", "17.58137"],
  [" -8,5 ", "-8.5"],
  ["17.5", "17.5"],
  ["17,5, 106,2", "17,5, 106,2"],
  ["1,234,567", "1,234,567"],
])("a decimal comma in %j is a point", (text, plain) => {
  expect(withPoint(text)).toBe(plain);
});

describe("a point in pasted text", () => {
  it.each([
    ["17.58137, 106.28308", 17.58137, 106.28308],
    ["(17.58137,106.28308)", 17.58137, 106.28308],
    ["17.58137 106.28308", 17.58137, 106.28308],
    ["-8.5; 115.2", -8.5, 115.2],
    ["17,58137 106,28308", 17.58137, 106.28308],
    ["17,58137; 106,28308", 17.58137, 106.28308],
    ["(17,58137, 106,28308)", 17.58137, 106.28308],
    ["17°34'52.9\"N 106°16'59.1\"E", 17.581361, 106.283083],
    ["17° 34.88' N, 106° 16.99' E", 17.581333, 106.283167],
    ["17.5813° N, 106.2831° E", 17.5813, 106.2831],
    ["N 17°34′52.9″ E 106°16′59.1″", 17.581361, 106.283083],
    ["33°51’24”S 151°12’30”W", -33.856667, -151.208333],
    ["geo:17.5813,106.2831?z=15", 17.5813, 106.2831],
    ["https://www.openstreetmap.org/?mlat=17.5813&mlon=106.2831#map=9/17.0000/106.0000", 17.5813, 106.2831],
    ["https://www.google.com/maps/@17.6,106.2,15z", 17.6, 106.2],
    [
      "https://www.google.com/maps/place/Cave/@17.6,106.2,15z/data=!3m1!3d17.5813!4d106.2831",
      17.5813,
      106.2831,
    ],
    ["https://www.google.com/maps/search/?api=1&query=17.5813%2C106.2831", 17.5813, 106.2831],
    ["https://maps.google.com/?q=17.5813,106.2831", 17.5813, 106.2831],
    ["https://www.google.com/maps/place/17.5813,106.2831", 17.5813, 106.2831],
    ["https://www.openstreetmap.org/#map=15/17.5813/106.2831", 17.5813, 106.2831],
  ])("reads %s", (text, latitude, longitude) => {
    expect(pointIn(text)).toEqual({ latitude, longitude });
  });

  it.each(["", "17.5", "Phong Nha", "91, 10", "10, 181", "https://maps.app.goo.gl/abc", "tel: 17.5, 106.2"])(
    "finds none in %j",
    (text) => {
      expect(pointIn(text)).toBeNull();
    },
  );
});
