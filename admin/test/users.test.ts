import { createApiClient } from "@karst/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createDataProvider } from "../src/dataProvider";
import { contractResolver } from "@karst/web/contractResolver";
import { exportedUsers, resources, userCounts } from "../src/resources";
import { consequence } from "../src/users/consequence";
import { fullName, toForm, toText, type UserText } from "../src/users/shape";
import { words } from "../src/users/words";
import { answering, aUser } from "./things";

vi.mock("../src/api", () => ({ karst: createApiClient({ origin: "http://guide.test" }) }));

const provider = createDataProvider(resources as unknown as Parameters<typeof createDataProvider>[0]);
const user = aUser();

afterEach(() => vi.unstubAllGlobals());

// R174
describe("users over the API", () => {
  it("are listed by words, role, page and order", async () => {
    const seen = answering(() => Response.json([user], { headers: { "X-Total-Count": "41" } }));
    const page = await provider.getList("users", {
      pagination: { page: 2, perPage: 25 },
      sort: { field: "createdAt", order: "DESC" },
      filter: { q: "linh tr", role: "admin" },
    });
    expect(page).toEqual({ data: [user], total: 41 });
    const query = new URLSearchParams(seen[0]?.what.split("?")[1]);
    expect(Object.fromEntries(query)).toEqual({
      q: "linh tr",
      role: "admin",
      limit: "25",
      offset: "25",
      sort: "-createdAt",
    });
  });

  it("are changed by their id, which is text: what differs, for the version that was looked at", async () => {
    const seen = answering(() => Response.json(aUser({ role: "admin", version: 4 })));
    await provider.update("users", {
      id: user.id,
      data: { ...toForm(toText(user)), role: "admin" },
      previousData: user,
    });
    expect(seen).toEqual([
      { what: `PUT /api/admin/users/${user.id}`, body: '{"role":"admin"}', ifMatch: '"3"' },
    ]);
  });

  it("are added, read, deleted and counted", async () => {
    const seen = answering(() => Response.json(user));
    await provider.create("users", { data: toForm(toText({ ...user, id: undefined })) });
    await provider.getOne("users", { id: user.id });
    await userCounts();
    vi.stubGlobal("fetch", async (request: Request) => {
      seen.push({ what: request.method, body: "", ifMatch: null });
      return new Response(null, { status: 204 });
    });
    await provider.delete("users", { id: user.id, previousData: user });
    expect(seen.map(({ what }) => what)).toEqual([
      "POST /api/admin/users",
      `GET /api/admin/users/${user.id}`,
      "GET /api/admin/users/counts",
      "DELETE",
    ]);
    expect(JSON.parse(seen[0]?.body ?? "")).toEqual({
      firstName: "Linh",
      lastName: "Tran",
      email: "linh@example.org",
      role: "viewer",
      isActive: true,
    });
  });

  // R159
  it("come as the server's file, with its name and the number of users", async () => {
    const headers = {
      "Content-Disposition": 'attachment; filename="users-export-2026-11-21.csv"',
      "X-Total-Count": "2",
    };
    const seen = answering(() => new Response("ID,Email\r\n", { headers }));
    const file = await exportedUsers({ q: "linh", role: "viewer" });
    expect(seen[0]?.what).toBe("GET /api/admin/users.csv?q=linh&role=viewer");
    expect([file.name, file.count, await file.blob.text()]).toEqual([
      "users-export-2026-11-21.csv",
      2,
      "ID,Email\r\n",
    ]);
  });
});

// R158
describe("the form of a user", () => {
  /** What the form says about `text`, by field. */
  async function said(text: UserText) {
    const resolver = contractResolver<UserText>("UserRequest", toForm);
    const { errors } = await resolver(text, undefined, { fields: {}, shouldUseNativeValidation: false });
    return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]));
  }

  it("begins as an active viewer without a name", () => {
    expect(toText()).toEqual({ firstName: "", lastName: "", email: "", role: "viewer", isActive: true });
  });

  it("asks for both names and an address", async () => {
    expect(await said(toText())).toEqual({
      firstName: "First name is required",
      lastName: "Last name is required",
      email: "Valid email is required",
    });
    expect(await said({ ...toText(user), email: "linh@example" })).toEqual({
      email: "Valid email is required",
    });
    expect(await said({ ...toText(user), firstName: "  " })).toEqual({ firstName: "First name is required" });
    expect(await said(toText(user))).toEqual({});
  });

  it("sends what was typed without the white space around it", () => {
    const typed = { ...toText(user), firstName: " Mai ", email: " mai@example.org " };
    expect(toForm(typed)).toMatchObject({ firstName: "Mai", email: "mai@example.org" });
  });

  it("calls a person by their full name, or by the address", () => {
    expect(fullName(user)).toBe("Linh Tran");
    expect(fullName(aUser({ firstName: "Admin", lastName: "" }))).toBe("Admin");
    expect(fullName(aUser({ firstName: "", lastName: "" }))).toBe("linh@example.org");
  });
});

describe("what a save brings with it", () => {
  const { follows } = words;
  const entered = toText(user);

  it("is an invitation for somebody new, unless they are not active or nothing is mailed", () => {
    expect(consequence(entered, { invitations: "mailed" })).toBe(follows.invitation("linh@example.org"));
    expect(consequence(entered, {})).toBe(follows.invitation("linh@example.org"));
    expect(consequence(entered, { invitations: "handed" })).toBe(follows.invitationHanded);
    expect(consequence({ ...entered, isActive: false }, { invitations: "handed" })).toBe(
      follows.noInvitation,
    );
    expect(consequence(entered, { invitations: "none" })).toBeNull();
    expect(consequence(toText(), { invitations: "mailed" })).toBeNull();
  });

  it("promises no email where none is sent", () => {
    const raised = { ...entered, role: "admin" as const };
    const circumstances = { user: aUser({ isEmailVerified: false }), invitations: "handed" as const };
    expect(consequence(raised, circumstances)).toBe(follows.raisedHanded);
    expect(consequence({ ...entered, email: "mai@example.org" }, circumstances)).toBe(follows.movedHanded);
    expect(consequence(raised, { ...circumstances, invitations: "none" })).toBeNull();
  });

  it("is another invitation where a role is given to an address that nobody has verified", () => {
    const raised = { ...entered, role: "admin" as const };
    expect(consequence(raised, { user: aUser({ isEmailVerified: false }) })).toBe(follows.raised);
    expect(consequence({ ...raised, email: "mai@example.org" }, { user })).toBe(follows.raised);
    expect(consequence(raised, { user })).toBeNull();
    expect(consequence(entered, { user: aUser({ role: "admin", isEmailVerified: false }) })).toBeNull();
  });

  it("is a letter to a new address", () => {
    expect(consequence({ ...entered, email: "mai@example.org" }, { user })).toBe(follows.moved);
    expect(consequence({ ...entered, email: "LINH@example.org " }, { user })).toBeNull();
  });

  it("is told to whoever takes something from themselves", () => {
    const self = { user: aUser({ role: "admin" }), isOwn: true };
    expect(consequence(entered, self)).toBe(follows.yourself);
    expect(consequence({ ...entered, role: "admin", isActive: false }, self)).toBe(follows.yourself);
    expect(consequence({ ...entered, role: "admin", firstName: "Mai" }, self)).toBeNull();
  });
});
