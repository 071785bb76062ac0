// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { SourceList } from "./SourceList";

afterEach(cleanup);

test("a source is text, and one that ends with a web address is a link by its name", () => {
  const sources = [
    "showcaves.com (2022)",
    "https://example.org/map",
    "The park's map, https://example.org/map?year=2023",
    "javascript:alert(1)",
    "https://example.com:99999/x",
    "",
  ];
  render(<SourceList sources={sources} />);
  const texts = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(texts.map((text) => text.replace(/ \(.*tab\)$/, ""))).toEqual([
    "showcaves.com (2022)",
    "https://example.org/map",
    "The park's map",
    "javascript:alert(1)",
    "https://example.com:99999/x",
    "",
  ]);
  const links = screen.getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "https://example.org/map",
    "https://example.org/map?year=2023",
  ]);
  for (const link of links) expect(link.getAttribute("rel")).toBe("noopener");
});
