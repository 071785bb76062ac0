// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { PreviewBar } from "./PreviewBar";

const PREVIEW = { kind: "place", publishAt: null, errors: [] } as const;

// R468
test("the bar says that the page is not published, when it goes live and what it leaves out", () => {
  const error = { field: "website", message: "Enter a web address", code: "pattern" };
  const { rerender } = render(
    <PreviewBar preview={{ ...PREVIEW, errors: [] }} timeZone="Asia/Ho_Chi_Minh" />,
  );
  expect(screen.getByRole("region", { name: "Preview" }).textContent).toBe("Preview — not published");
  rerender(
    <PreviewBar
      preview={{ ...PREVIEW, publishAt: "2027-02-05T01:00:00Z", errors: [error] }}
      timeZone="Asia/Ho_Chi_Minh"
    />,
  );
  expect(screen.getByText(/Goes live on February 5, 2027 at 8:00/)).toBeTruthy();
  expect(screen.getByText("Not shown, because it cannot be published yet: Enter a web address")).toBeTruthy();
});
