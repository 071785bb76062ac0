import type { AccountResponse } from "@karst/client";
import { expect, test } from "vitest";
import { fallbackUser } from "./user";

const LINH: AccountResponse = {
  uid: "linh",
  email: "linh@example.org",
  displayName: "Linh Thị Tran",
  photoURL: null,
  role: "admin",
  isActive: true,
  firstName: "Linh Thị",
  lastName: "Tran",
};

// R38
test("the fallback user is an active viewer, named by the display name", () => {
  expect(fallbackUser(LINH, null)).toEqual({
    ...LINH,
    role: "viewer",
    firstName: "Linh",
    lastName: "Thị Tran",
  });
});

// R38
test("without a sign-in result the fallback user has the claims of the token", () => {
  const claims = {
    subject: "linh",
    issuedAtMs: 0,
    expiresAtMs: 0,
    email: "linh@example.org",
    displayName: "Linh Tran",
    photoURL: "/media/linh.webp",
  };
  expect(fallbackUser(null, claims)).toMatchObject({
    uid: "linh",
    firstName: "Linh",
    lastName: "Tran",
    photoURL: "/media/linh.webp",
    role: "viewer",
  });
  expect(fallbackUser(null, null)).toMatchObject({ uid: "", firstName: "", role: "viewer", isActive: true });
});
