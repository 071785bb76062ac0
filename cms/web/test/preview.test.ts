import { expect, test } from "vitest";
import { parsePreviewCommand, parsePreviewEvent } from "../src/preview";

// R469
test("a message of another form is ignored", () => {
  for (const data of [
    null,
    7,
    "ready",
    [],
    {},
    { preview: "scrolled" },
    { preview: "scrolled", top: Number.NaN },
    { preview: "field", field: "a.b" },
    { preview: "field", field: '"]' },
    { preview: "field", field: "x".repeat(41) },
    { preview: "navigate", url: "/" },
  ]) {
    expect(parsePreviewEvent(data)).toBeNull();
    expect(parsePreviewCommand(data)).toBeNull();
  }
});

// R471
test("messages are parsed without further fields", () => {
  expect(parsePreviewEvent({ preview: "ready", top: 1 })).toEqual({ preview: "ready" });
  expect(parsePreviewEvent({ preview: "scrolled", top: 12.5 })).toEqual({ preview: "scrolled", top: 12.5 });
  expect(parsePreviewEvent({ preview: "field", field: "contentHtml" })).toEqual({
    preview: "field",
    field: "contentHtml",
  });
  expect(parsePreviewCommand({ preview: "scroll", top: 300, x: 1 })).toEqual({ preview: "scroll", top: 300 });
});
