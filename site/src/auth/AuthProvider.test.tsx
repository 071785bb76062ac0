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

// R42
test("the hook throws outside its provider", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  expect(() => render(<State />)).toThrow("useFirebaseAuth must be used within an AuthProvider");
});

// R36
test("without a token the first resolved state is signed out", async () => {
  render(
    <AuthProvider>
      <State />
    </AuthProvider>,
  );
  expect(await screen.findByText("signedOut")).toBeTruthy();
});
