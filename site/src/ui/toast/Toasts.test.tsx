// @vitest-environment jsdom
import { ApiError } from "@karst/client";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Toasts } from "./Toasts";
import { requestIdOf, type Toast } from "./toastStore";

const failed: Toast = { id: 1, title: "Error", text: "Please try again.", tone: "destructive", isOpen: true };

afterEach(cleanup);

// R235
test("a toast of a failed call shows its request id", () => {
  const body = JSON.stringify({ status: 503, title: "Service Unavailable", requestId: "0198c6a1f0e27d4c" });
  const { rerender } = render(
    <Toasts toast={{ ...failed, requestId: requestIdOf(new ApiError(503, body, "")) }} />,
  );
  expect(screen.getByText("0198c6a1f0e27d4c").closest("p")?.textContent).toBe("Request ID 0198c6a1f0e27d4c");
  rerender(<Toasts toast={failed} />);
  expect(screen.queryByText(/Request/)).toBeNull();
});

// R235
test("an error without a response has no request id", () => {
  for (const error of [
    new TypeError("Failed to fetch"),
    new ApiError(502, "<html>", "Bad Gateway"),
    null,
    "no",
  ]) {
    expect(requestIdOf(error)).toBeUndefined();
  }
});
