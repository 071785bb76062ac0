import { ApiError, ProviderError } from "@karst/client";
import { afterEach, expect, test, vi } from "vitest";
import { check } from "../src/check";
import { describeError, problemMessage } from "../src/problems";

afterEach(() => vi.unstubAllEnvs());

const refused = (problem: object) =>
  new ApiError(
    401,
    JSON.stringify({ type: "about:blank", status: 401, title: "Unauthorized", ...problem }),
    "",
  );

// R32
test("the message is the server's", () => {
  expect(describeError(refused({ detail: "Email or password is incorrect" }), "")).toEqual({
    message: "Email or password is incorrect",
    fields: [],
    requiresCode: false,
  });
});

// R32
test("the message is that of the first invalid field", () => {
  const errors = [{ field: "email", message: "This email is already in use", code: "email_in_use" }];
  expect(describeError(refused({ detail: "The form has mistakes", errors }), "")).toEqual({
    message: "This email is already in use",
    fields: errors,
    requiresCode: false,
  });
});

// R33
test("the problem type says whether a code is required", () => {
  const problem = { type: "/problems/second-factor-required", detail: "Please enter your code" };
  expect(describeError(refused(problem), "")).toMatchObject({
    message: "Please enter your code",
    requiresCode: true,
  });
});

// R33
test("a request without a response has a message of its own", () => {
  expect(describeError(new TypeError("Failed to fetch"), "").message).toMatch(/internet connection/);
});

// R32
test("an error without a message gets the general one", () => {
  const fallback = "An error occurred during authentication";
  for (const error of [
    new ApiError(502, "<html>Bad gateway</html>", "Bad Gateway"),
    refused({ detail: "" }),
    new Error("firebase: internal"),
    "?",
  ])
    expect(describeError(error, fallback).message).toBe(fallback);
});

// R33
test("a blocked popup, a closed popup and a disabled account have messages of their own", () => {
  const fallback = "An error occurred during Google sign-in";
  expect(describeError(new ProviderError("popup-blocked"), fallback).message).toMatch(/blocked/);
  expect(describeError(new ProviderError("popup-closed-by-user"), fallback).message).toMatch(/closed/);
  expect(describeError(new ProviderError("user-disabled"), fallback).message).toMatch(/deactivated/);
  expect(describeError(new ProviderError("server_error"), fallback).message).toBe(fallback);
});

// R448
test("other languages choose their messages by code; English and unknown codes have the server's", () => {
  const errors = [
    { field: "name", message: "The name is too long", code: "max_length", params: { limit: 1200 } },
    { field: "slug", message: "The slug is odd", code: "odd" },
  ];
  const error = refused({ code: "unauthorized", detail: "Sign in first" });
  const sentences = () => [
    ...describeError(refused({ detail: "", errors }), "").fields.map(({ message }) => message),
    problemMessage(error, ""),
    describeError(error, "").message,
  ];
  expect(sentences()).toEqual(["The name is too long", "The slug is odd", "Sign in first", "Sign in first"]);
  vi.stubEnv("LOCALE", "pseudo");
  expect(sentences()).toEqual([
    "⟦Use at most 1200 characters⟧",
    "The slug is odd",
    "⟦Please sign in⟧",
    "⟦Please sign in⟧",
  ]);
  expect(check("PasswordResetRequest", { email: "" })).toMatchObject([
    { message: "⟦This field is required⟧" },
  ]);
});
