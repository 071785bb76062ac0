// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { AuthProvider, useFirebaseAuth } from "./AuthProvider";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function State() {
  return <p>{useFirebaseAuth().state.kind}</p>;
}

test("row 42: the hook says so when it is used outside its provider", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  expect(() => render(<State />)).toThrow("useFirebaseAuth must be used within an AuthProvider");
});

test("row 36: without a token the first known state is signed out", async () => {
  render(
    <AuthProvider>
      <State />
    </AuthProvider>,
  );
  expect(await screen.findByText("signedOut")).toBeTruthy();
});
