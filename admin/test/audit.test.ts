import { readFileSync } from "node:fs";
import { createApiClient, type AuditEvent } from "@karst/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { auditAddress, moments } from "../src/audit/address";
import { dayIn, dayName } from "../src/audit/days";
import {
  ACTIONS,
  actorName,
  changedFields,
  differences,
  eventSentence,
  labelOf,
  recordOf,
} from "../src/audit/shape";
import { createDataProvider } from "../src/dataProvider";
import { t as tEvents } from "../src/messages/auditEvents.gen";
import { resources } from "../src/resources";
import { anArticle, anEvent, answering } from "./things";

vi.mock("../src/api", () => ({ karst: createApiClient({ origin: "http://guide.test" }) }));

const provider = createDataProvider(resources as unknown as Parameters<typeof createDataProvider>[0]);

afterEach(() => vi.unstubAllGlobals());

describe("the sentence about an event", () => {
  const join = (name: string[]) => name.join("");
  const sentence = (changes: Partial<AuditEvent>) => eventSentence(anEvent(changes), join, join).join("");

  it("names the actor and the record", () => {
    expect(sentence({})).toBe("Linh Tran updated the place Son Doong Cave");
    expect(sentence({ action: "deletePlace" })).toBe("Linh Tran moved the place Son Doong Cave to the trash");
    expect(sentence({ action: "signIn", kind: "user" })).toBe("Linh Tran signed in");
  });

  it("contains the decision of a moderator", () => {
    const decision = (status: string) =>
      sentence({ action: "moderateEntry", kind: "entry", subjectName: "Linh T.", after: { status } });
    expect(decision("approved")).toBe("Linh Tran approved the guestbook entry by Linh T.");
    expect(decision("rejected")).toBe("Linh Tran rejected the guestbook entry by Linh T.");
    expect(decision("spam")).toBe("Linh Tran marked the guestbook entry by Linh T. as spam");
    expect(decision("another")).toBe("Linh Tran moderated the guestbook entry by Linh T.");
  });

  it("replaces a missing name", () => {
    expect(sentence({ action: "deleteUser", kind: "user", subjectName: null })).toBe(
      "Linh Tran deleted the user (name removed)",
    );
    expect(sentence({ action: "requestPasswordReset", kind: null, subjectName: null })).toBe(
      "Linh Tran requested a password reset link for an address without an account",
    );
  });

  it("falls back to the name of an unknown action", () => {
    expect(sentence({ action: "foldMap" })).toBe("Linh Tran: foldMap");
  });

  it("exists with a label for each mutation of the API", () => {
    const contract = JSON.parse(readFileSync("../openapi.json", "utf8")) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const mutations = Object.values(contract.paths).flatMap((calls) =>
      Object.entries(calls)
        .filter(([method]) => method !== "get")
        .map(([, { operationId }]) => operationId),
    );
    expect(mutations.filter((action) => !(ACTIONS as string[]).includes(action))).toEqual([]);
    expect(mutations.length).toBeGreaterThan(50);
    expect(tEvents.keys()).toEqual(ACTIONS);
  });

  it("falls back from the name of the actor to the email address and a generic name", () => {
    expect(actorName(anEvent())).toBe("Linh Tran");
    expect(actorName(anEvent({ accountName: "" }))).toBe("linh@example.org");
    const nobody = { accountName: null, accountEmail: null };
    expect(actorName(anEvent(nobody))).toBe("Deleted account");
    expect(actorName(anEvent({ ...nobody, accountId: null }))).toBe("Visitor");
    expect(actorName(anEvent({ ...nobody, accountId: null, requestId: "" }))).toBe("Command line");
  });
});

describe("the changes of an event", () => {
  it("are listed by field with readable values", () => {
    const changes = differences({
      before: { isActive: false, tags: [], rating: null, map: { zoom: 9 } },
      after: { isActive: true, tags: ["cave", "river"], rating: 4.5, map: { zoom: 10 } },
    });
    expect(changes.map(({ label, before, after }) => [label, before, after])).toEqual([
      ["Active", "No", "Yes"],
      ["Map", '{\n  "zoom": 9\n}', '{\n  "zoom": 10\n}'],
      ["Rating", "(empty)", "4.5"],
      ["Tags", "(empty)", "cave, river"],
    ]);
  });

  it("of an update are named in its row", () => {
    const before = { priceRange: "$", hours: "" };
    expect(changedFields(anEvent({ before, after: { priceRange: "$$", hours: "By tour" } }))).toBe(
      "Changed: Hours, Price range",
    );
    const many = Object.fromEntries([..."abcdefgh"].map((field) => [field, 1]));
    expect(changedFields(anEvent({ before: many, after: {} }))).toBe("Changed: A, B, C, D, E, F and 2 more");
    expect(changedFields(anEvent({ before: null }))).toBeNull();
  });

  it("have readable field names", () => {
    expect(
      ["googleMapsUrl", "isEmailVerified", "contentHtml", "categoryIds", "ownerId"].map(labelOf),
    ).toEqual(["Google maps URL", "Email verified", "Content", "Category IDs", "Owner ID"]);
  });
});

describe("a day of the audit log", () => {
  it("is that of the region", () => {
    expect(dayIn("Asia/Ho_Chi_Minh", "2026-11-25T17:30:00.000Z")).toBe("2026-11-26");
    expect(dayIn("America/New_York", "2026-11-26T04:30:00.000Z")).toBe("2026-11-25");
  });

  it("is named relative to today", () => {
    expect(dayName("2026-12-01", "2026-12-01")).toBe("Today");
    expect(dayName("2026-11-30", "2026-12-01")).toBe("Yesterday");
    expect(dayName("2026-11-25", "2026-12-01")).toBe("Wednesday, November 25, 2026");
  });
});

describe("the links of an event", () => {
  it("lead to a record that was not deleted", () => {
    expect(recordOf(anEvent())).toEqual({ resource: "businesses", id: "7" });
    expect(recordOf(anEvent({ after: null }))).toBeNull();
    expect(recordOf(anEvent({ kind: "comment" }))).toBeNull();
    expect(recordOf(anEvent({ kind: null, subjectId: null }))).toBeNull();
  });

  it("contain the filters of the audit log", () => {
    const [path, query] = auditAddress({ kind: "place", subject: "7" }).split("?");
    expect(path).toBe("/audit");
    expect(JSON.parse(new URLSearchParams(query).get("filter")!)).toEqual({ kind: "place", subject: "7" });
  });
});

describe("the audit log over the API", () => {
  it("checks which articles exist with one request", async () => {
    const seen = answering(() => Response.json([anArticle({ id: 3 })]));
    const { data } = await provider.getMany("articles", { ids: [3, 4] });
    expect(data.map(({ id }) => id)).toEqual([3]);
    const query = new URL(seen[0]!.what.replace("GET ", "http://guide.test")).searchParams;
    expect(Object.fromEntries(query)).toEqual({ ids: "3,4", limit: "100", offset: "0", showAll: "true" });
  });

  it("is filtered by whole days of the region, also when its clocks change", () => {
    expect(moments({ from: "2026-11-01", to: "2026-11-01", zone: "America/New_York" })).toEqual({
      sessions: false,
      from: "2026-11-01T04:00:00.000Z",
      to: "2026-11-02T05:00:00.000Z",
    });
  });

  it("is asked for without sessions unless they or an action are chosen", () => {
    expect(moments({})).toEqual({ sessions: false });
    expect(moments({ kind: "user", zone: "Asia/Ho_Chi_Minh" })).toEqual({ kind: "user", sessions: false });
    expect(moments({ sessions: true })).toEqual({});
    expect(moments({ action: "signIn" })).toEqual({ action: "signIn" });
  });

  it("is filtered by whole days in local time", async () => {
    const day = (year: number, month: number, date: number) => new Date(year, month - 1, date).toISOString();
    expect(moments({ from: "2026-11-21", to: "2026-11-30" })).toEqual({
      sessions: false,
      from: day(2026, 11, 21),
      to: day(2026, 12, 1),
    });
    expect(moments({ from: "2026-11", account: "a1" })).toEqual({ account: "a1", sessions: false });
    const seen = answering(() => Response.json([anEvent()], { headers: { "X-Total-Count": "41" } }));
    const answer = await provider.getList("audit", {
      pagination: { page: 2, perPage: 25 },
      sort: { field: "id", order: "ASC" },
      filter: { kind: "place", from: "2026-11-21" },
    });
    expect(answer).toMatchObject({ total: 41, data: [{ id: 421 }] });
    const query = new URL(seen[0]!.what.replace("GET ", "http://guide.test")).searchParams;
    expect(Object.fromEntries(query)).toEqual({
      kind: "place",
      sessions: "false",
      from: day(2026, 11, 21),
      limit: "25",
      offset: "25",
    });
  });
});
