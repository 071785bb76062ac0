import { expect, test } from "vitest";
import { distanceKm } from "./distance";

test("Phong Nha Cave is about 9.4 km from Paradise Cave", () => {
  const phongNha = { latitude: 17.58137, longitude: 106.28308 };
  expect(distanceKm(phongNha, { latitude: 17.5192, longitude: 106.22304 })).toBeCloseTo(9.41, 1);
  expect(distanceKm(phongNha, phongNha)).toBe(0);
});
