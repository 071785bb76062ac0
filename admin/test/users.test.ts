import { createApiClient } from "@karst/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createDataProvider } from "../src/dataProvider";
import { t } from "../src/messages/users.gen";
import { contractResolver } from "@karst/web/contractResolver";
import { exportedUsers, resources, userCounts } from "../src/resources";
import { effectOfSave } from "../src/users/effectOfSave";
import { fullName, toForm, toText, type UserText } from "../src/users/shape";
import { answering, aUser } from "./things";

vi.mock("../src/api", () => ({ karst: createApiClient({ origin: "http://guide.test" }) }));

const provider = createDataProvider(resources as unknown as Parameters<typeof createDataProvider>[0]);
const user = aUser();

afterEach(() => vi.unstubAllGlobals());

// R174
describe("users over the API", () => {
  it("are listed by search, role, page and order", async () => {
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

  it("are updated with the changed fields and the version", async () => {
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

  it("are created, fetched, deleted and counted", async () => {
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
  it("are exported as a file with the server's name and the number of users", async () => {
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
  /** The error messages of the form by field. */
  async function errorsOf(text: UserText) {
    const resolver = contractResolver<UserText>("UserRequest", toForm);
    const { errors } = await resolver(text, undefined, { fields: {}, shouldUseNativeValidation: false });
    return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]));
  }

  it("starts with an active viewer without a name", () => {
    expect(toText()).toEqual({ firstName: "", lastName: "", email: "", role: "viewer", isActive: true });
  });

  it("requires both names and a valid email", async () => {
    expect(await errorsOf(toText())).toEqual({
      firstName: "First name is required",
      lastName: "Last name is required",
      email: "Valid email is required",
    });
    expect(await errorsOf({ ...toText(user), email: "linh@example" })).toEqual({
      email: "Valid email is required",
    });
    expect(await errorsOf({ ...toText(user), firstName: "  " })).toEqual({
      firstName: "First name is required",
    });
    expect(await errorsOf(toText(user))).toEqual({});
  });

  it("trims names and email", () => {
    const typed = { ...toText(user), firstName: " Mai ", email: " mai@example.org " };
    expect(toForm(typed)).toMatchObject({ firstName: "Mai", email: "mai@example.org" });
  });

  it("names a user by full name or email", () => {
    expect(fullName(user)).toBe("Linh Tran");
    expect(fullName(aUser({ firstName: "Admin", lastName: "" }))).toBe("Admin");
    expect(fullName(aUser({ firstName: "", lastName: "" }))).toBe("linh@example.org");
  });
});

describe("the effect of a save", () => {
  const entered = toText(user);
  const raised = { ...entered, role: "admin" as const };
  const invitation = t("effects.invitationEmail", { email: "linh@example.org" });

  it("is an invitation for a new active user", () => {
    expect(effectOfSave(entered, { invitations: "mailed" })).toBe(invitation);
    expect(effectOfSave(entered, { invitations: "handed" })).toBe(t("effects.invitationLink"));
    expect(effectOfSave({ ...entered, isActive: false }, { invitations: "handed" })).toBe(
      t("effects.noInvitation"),
    );
    expect(effectOfSave(toText(), { invitations: "mailed" })).toBeNull();
  });

  it("promises no invitation without local accounts or until it is known whether emails are sent", () => {
    expect(effectOfSave(entered, { invitations: "none" })).toBeNull();
    expect(effectOfSave(entered, {})).toBeNull();
    expect(effectOfSave(raised, { user: aUser({ isEmailVerified: false }), invitations: "none" })).toBeNull();
  });

  it("is another invitation for a user without a password who is activated, promoted or gets a new address", () => {
    const invited = aUser({ hasPassword: false, isEmailVerified: false });
    const context = { user: invited, invitations: "mailed" as const };
    expect(effectOfSave(entered, context)).toBeNull();
    expect(effectOfSave(raised, context)).toBe(invitation);
    expect(effectOfSave({ ...raised, isActive: false }, context)).toBeNull();
    expect(effectOfSave({ ...entered, email: "mai@example.org" }, context)).toBe(
      t("effects.invitationEmail", { email: "mai@example.org" }),
    );
    const inactive = { ...context, user: { ...invited, isActive: false } };
    expect(effectOfSave(entered, inactive)).toBe(invitation);
    expect(effectOfSave(entered, { ...inactive, invitations: "handed" })).toBe(t("effects.invitationLink"));
  });

  it("mentions no email without a mail server", () => {
    const context = { user: aUser({ isEmailVerified: false }), invitations: "handed" as const };
    expect(effectOfSave(raised, context)).toBe(t("effects.promotionLink"));
    expect(effectOfSave({ ...entered, email: "mai@example.org" }, context)).toBe(t("effects.newAddressLink"));
  });

  it("is the loss of the password if an unverified address gets a higher role", () => {
    const context = { user, invitations: "mailed" as const };
    const unverified = { ...context, user: aUser({ isEmailVerified: false }) };
    expect(effectOfSave(raised, unverified)).toBe(t("effects.promotionEmail"));
    expect(effectOfSave({ ...raised, isActive: false }, unverified)).toBe(t("effects.promotionInactive"));
    expect(effectOfSave({ ...raised, email: "mai@example.org" }, context)).toBe(t("effects.promotionEmail"));
    expect(effectOfSave(raised, context)).toBeNull();
    const admin = aUser({ role: "admin", isEmailVerified: false });
    expect(effectOfSave(entered, { ...context, user: admin })).toBeNull();
  });

  it("is a verification email to a new address", () => {
    const context = { user, invitations: "mailed" as const };
    expect(effectOfSave({ ...entered, email: "mai@example.org" }, context)).toBe(
      t("effects.newAddressEmail"),
    );
    expect(effectOfSave({ ...entered, email: "LINH@example.org " }, context)).toBeNull();
  });

  it("is a warning if admins reduce their own access", () => {
    const self = { user: aUser({ role: "admin" }), isOwn: true };
    expect(effectOfSave(entered, self)).toBe(t("effects.ownAccess"));
    expect(effectOfSave({ ...entered, role: "admin", isActive: false }, self)).toBe(t("effects.ownAccess"));
    expect(effectOfSave({ ...entered, role: "admin", firstName: "Mai" }, self)).toBeNull();
  });
});
