import { unwrap, type UserQuery, type UserRequest, type UserResponse } from "@karst/client";
import { fileName } from "@karst/web/download";
import { karst } from "../api";
import { byId, byKey, byVersion, listed, type Resource } from "./resource";

export const users: Resource<UserResponse, UserRequest, string> = {
  list: ({ filter, ...page }) =>
    listed(karst.GET("/api/admin/users", { params: { query: { ...filter, ...page } as UserQuery } })),
  one: (id) => unwrap(karst.GET("/api/admin/users/{id}", byId(id))),
  add: (body, key) => unwrap(karst.POST("/api/admin/users", { ...byKey(key), body })),
  change: (id, body, version) =>
    unwrap(karst.PUT("/api/admin/users/{id}", { ...byVersion(id, version), body })),
  remove: (id) => karst.DELETE("/api/admin/users/{id}", byId(id)),
  forms: { add: "UserRequest", change: "UserChanges" },
};

/** The number of users of each role. */
export const userCounts = () => unwrap(karst.GET("/api/admin/users/counts"));

/** All users that match the filter, as a file from the server; `count` is their number. */
export async function exportedUsers(filter: Record<string, unknown>) {
  const query = filter as Pick<UserQuery, "q" | "role">;
  const call = karst.GET("/api/admin/users.csv", { params: { query }, parseAs: "blob" });
  const { headers } = (await call).response;
  return {
    blob: await unwrap(call),
    name: fileName(headers.get("Content-Disposition"), "users-export.csv"),
    count: Number(headers.get("X-Total-Count")),
  };
}

/** The available sign-in methods, and whether the server sends email. */
export const signInConfig = () => unwrap(karst.GET("/api/firebase-config"));

/** Creates a link to choose a password, which the admin gives to the user. Earlier links expire. */
export const createPasswordLink = (id: string) =>
  unwrap(karst.POST("/api/admin/users/{id}/password-link", byId(id)));

/** Emails a user without a password another invitation. Earlier links expire. */
export const sendInvitation = (id: string) => karst.POST("/api/admin/users/{id}/invitation", byId(id));

/** Emails the user a link to choose a password. */
export const emailPasswordLink = (email: string) =>
  karst.POST("/api/auth/password-reset", { body: { email } });
