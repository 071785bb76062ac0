// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Image } from "./Image";

afterEach(cleanup);

const image = () => screen.queryByRole("img", { name: "Phong Nha Cave" });

test("a broken image is replaced by the next source and finally by a map pin with its name", () => {
  render(<Image sources={["/media/gone.webp", "/scenes/cave-1.svg"]} alt="Phong Nha Cave" sizes="100vw" />);
  expect(image()?.getAttribute("src")).toBe("/media/gone.webp");
  fireEvent.error(image()!);
  expect(image()?.getAttribute("src")).toBe("/scenes/cave-1.svg");
  fireEvent.error(image()!);
  expect(image()?.tagName).toBe("SPAN");
  expect(image()?.querySelector("svg")).not.toBeNull();
});

test("an image with an empty alt is hidden from screen readers, also as a map pin", () => {
  const { container } = render(<Image sources={[]} alt="" sizes="100vw" />);
  expect(container.querySelector("[role=img]")).toBeNull();
  expect(container.querySelector("[aria-hidden]")).not.toBeNull();
});

test("only a priority image loads eagerly", () => {
  render(<Image sources={["/a.webp"]} alt="Phong Nha Cave" sizes="100vw" />);
  expect(image()?.getAttribute("loading")).toBe("lazy");
  cleanup();
  render(<Image sources={["/a.webp"]} alt="Phong Nha Cave" sizes="100vw" isPriority />);
  expect(image()?.getAttribute("loading")).toBe("eager");
});

const boat = {
  url: "/media/3f9c2a1b-9f86d081884c7d65.jpg",
  width: 4000,
  height: 3000,
  widths: [320, 640],
  thumbhash: "1QcSHQRnh493V4dIh4eXh1h4kJUI",
  color: "#3a6b58",
  alt: "A boat",
  focalX: 0.2,
  focalY: 0.75,
};

test("a media image has a srcset, its focal point and its color", () => {
  render(<Image sources={[boat, "/scenes/cave-1.svg"]} alt="A boat" sizes="50vw" />);
  const image = screen.getByRole("img", { name: "A boat" });
  expect(image.getAttribute("srcset")).toBe(
    "/media/3f9c2a1b-9f86d081884c7d65-320.webp 320w, /media/3f9c2a1b-9f86d081884c7d65-640.webp 640w",
  );
  expect(image.getAttribute("sizes")).toBe("50vw");
  expect(image.getAttribute("src")).toBe(boat.url);
  expect(image.style.objectPosition).toBe("20% 75%");
  fireEvent.error(image);
  expect(screen.getByRole("img").getAttribute("src")).toBe("/scenes/cave-1.svg");
  expect(screen.getByRole("img").getAttribute("srcset")).toBeNull();
});
