import { ProviderError, Refused } from "@karst/client";
import { expect, test } from "vitest";
import { explain } from "./failure";

const refused = (problem: object) =>
  new Refused(
    401,
    JSON.stringify({ type: "about:blank", status: 401, title: "Unauthorized", ...problem }),
    "",
  );

test("row 32: the server's own sentence is shown", () => {
  expect(explain(refused({ detail: "Email or password is incorrect" }))).toEqual({
    message: "Email or password is incorrect",
    fields: [],
    wantsCode: false,
  });
});

test("row 32: a field's sentence, where the server names one", () => {
  const errors = [{ field: "email", message: "This email is already in use", code: "email_in_use" }];
  expect(explain(refused({ detail: "The form has mistakes", errors }))).toEqual({
    message: "This email is already in use",
    fields: errors,
    wantsCode: false,
  });
});

test("row 33: a code is asked for by the problem's name", () => {
  const problem = { type: "/problems/second-factor-required", detail: "Please enter your code" };
  expect(explain(refused(problem))).toMatchObject({ message: "Please enter your code", wantsCode: true });
});

test("row 33: no answer is said as such", () => {
  expect(explain(new TypeError("Failed to fetch")).message).toMatch(/internet connection/);
});

test("row 32: where nobody gave a sentence there is a plain one", () => {
  const plain = "An error occurred during authentication";
  for (const error of [
    new Refused(502, "<html>Bad gateway</html>", "Bad Gateway"),
    refused({ detail: "" }),
    new Error("firebase: internal"),
    "?",
  ])
    expect(explain(error).message).toBe(plain);
});

test("row 33: a window that was blocked or closed is said in words, another end plainly", () => {
  const plain = "An error occurred during Google sign-in";
  expect(explain(new ProviderError("popup-blocked"), plain).message).toMatch(/blocked/);
  expect(explain(new ProviderError("popup-closed-by-user"), plain).message).toMatch(/closed/);
  expect(explain(new ProviderError("user-disabled"), plain).message).toMatch(/deactivated/);
  expect(explain(new ProviderError("server_error"), plain).message).toBe(plain);
});
