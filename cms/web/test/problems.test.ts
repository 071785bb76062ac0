import { ApiError, ProviderError } from "@karst/client";
import { expect, test } from "vitest";
import { describeError } from "../src/problems";

const refused = (problem: object) =>
  new ApiError(
    401,
    JSON.stringify({ type: "about:blank", status: 401, title: "Unauthorized", ...problem }),
    "",
  );

// R32
test("the message is the server's", () => {
  expect(describeError(refused({ detail: "Email or password is incorrect" }))).toEqual({
    message: "Email or password is incorrect",
    fields: [],
    requiresCode: false,
  });
});

// R32
test("the message is that of the first invalid field", () => {
  const errors = [{ field: "email", message: "This email is already in use", code: "email_in_use" }];
  expect(describeError(refused({ detail: "The form has mistakes", errors }))).toEqual({
    message: "This email is already in use",
    fields: errors,
    requiresCode: false,
  });
});

// R33
test("the problem type says whether a code is required", () => {
  const problem = { type: "/problems/second-factor-required", detail: "Please enter your code" };
  expect(describeError(refused(problem))).toMatchObject({
    message: "Please enter your code",
    requiresCode: true,
  });
});

// R33
test("a request without a response has a message of its own", () => {
  expect(describeError(new TypeError("Failed to fetch")).message).toMatch(/internet connection/);
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
    expect(describeError(error).message).toBe(fallback);
});

// R33
test("a blocked popup, a closed popup and a disabled account have messages of their own", () => {
  const fallback = "An error occurred during Google sign-in";
  expect(describeError(new ProviderError("popup-blocked"), fallback).message).toMatch(/blocked/);
  expect(describeError(new ProviderError("popup-closed-by-user"), fallback).message).toMatch(/closed/);
  expect(describeError(new ProviderError("user-disabled"), fallback).message).toMatch(/deactivated/);
  expect(describeError(new ProviderError("server_error"), fallback).message).toBe(fallback);
});
