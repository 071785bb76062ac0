import { expect, test } from "vitest";
import { distanceKm } from "./distance";

test("Phong Nha Cave is about 9.4 km from Paradise Cave", () => {
  const phongNha = { latitude: 17.58137, longitude: 106.28308 };
  expect(distanceKm(phongNha, { latitude: 17.5192, longitude: 106.22304 })).toBeCloseTo(9.41, 1);
  expect(distanceKm(phongNha, phongNha)).toBe(0);
});

test("two places beside the date line are near each other", () => {
  const across = [179.99, -179.99].map((longitude) => ({ latitude: -17, longitude }));
  expect(distanceKm(across[0]!, across[1]!)).toBeCloseTo(2.13, 1);
});
