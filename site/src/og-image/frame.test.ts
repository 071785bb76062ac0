import { expect, test } from "vitest";
import { cover } from "./frame";

const FRAME = { width: 1200, height: 630 };

test("an image fills the frame and is cropped evenly", () => {
  expect(cover(FRAME, { width: 800, height: 600 })).toEqual({ left: 0, top: -135, width: 1200, height: 900 });
});

test("the focal point stays visible, and the image covers the frame", () => {
  const upright = { width: 600, height: 1200 };
  expect(cover(FRAME, upright, { x: 0.5, y: 0 }).top).toBe(0);
  expect(cover(FRAME, upright, { x: 0.5, y: 1 }).top).toBe(630 - 2400);
  expect(cover(FRAME, upright, { x: 0.5, y: 0.5 }).top).toBe(315 - 1200);
  const wide = { width: 4000, height: 630 };
  expect(cover(FRAME, wide, { x: 0.2, y: 0.5 }).left).toBe(600 - 800);
});
