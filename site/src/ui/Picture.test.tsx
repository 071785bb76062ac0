// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Picture } from "./Picture";

afterEach(cleanup);

const image = () => screen.queryByRole("img", { name: "Phong Nha Cave" });

test("a broken picture gives way to the next one, and at last to a map pin that keeps its name", () => {
  render(<Picture sources={["/media/gone.webp", "/scenes/cave-1.svg"]} alt="Phong Nha Cave" />);
  expect(image()?.getAttribute("src")).toBe("/media/gone.webp");
  fireEvent.error(image()!);
  expect(image()?.getAttribute("src")).toBe("/scenes/cave-1.svg");
  fireEvent.error(image()!);
  expect(image()?.tagName).toBe("SPAN");
  expect(image()?.querySelector("svg")).not.toBeNull();
});

test("a picture without words is hidden from screen readers, also as a map pin", () => {
  const { container } = render(<Picture sources={[]} alt="" />);
  expect(container.querySelector("[role=img]")).toBeNull();
  expect(container.querySelector("[aria-hidden]")).not.toBeNull();
});

test("only the first picture of a page is asked for at once", () => {
  render(<Picture sources={["/a.webp"]} alt="Phong Nha Cave" />);
  expect(image()?.getAttribute("loading")).toBe("lazy");
  cleanup();
  render(<Picture sources={["/a.webp"]} alt="Phong Nha Cave" isFirst />);
  expect(image()?.getAttribute("loading")).toBe("eager");
});
