import { readFileSync } from "node:fs";
import { createApiClient, type AuditItem } from "@karst/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { auditAddress, moments } from "../src/audit/address";
import { actions, differences, labelOf, recordOf, saidOf, whoOf } from "../src/audit/shape";
import { words } from "../src/audit/words";
import { createDataProvider } from "../src/dataProvider";
import { resources } from "../src/resources";
import { answering } from "./things";

vi.mock("../src/api", () => ({ karst: createApiClient({ origin: "http://guide.test" }) }));

const provider = createDataProvider(resources as unknown as Parameters<typeof createDataProvider>[0]);

afterEach(() => vi.unstubAllGlobals());

function aDeed(changes: Partial<AuditItem> = {}): AuditItem {
  return {
    id: 421,
    createdAt: "2026-11-21T08:00:00.000Z",
    accountId: "a1",
    accountName: "Linh Tran",
    accountEmail: "linh@example.org",
    action: "updatePlace",
    kind: "place",
    subjectId: "7",
    subjectName: "Son Doong Cave",
    before: { phone: "+84 1" },
    after: { phone: "+84 2" },
    address: "203.0.113.7",
    requestId: "0198c6a1f0e27d4c",
    ...changes,
  };
}

describe("what was done, in words", () => {
  const said = (changes: Partial<AuditItem>) => saidOf(aDeed(changes)).join("");

  it("follows the name of whoever did it", () => {
    expect(said({})).toBe("updated the place Son Doong Cave");
    expect(said({ action: "deletePlace" })).toBe("moved the place Son Doong Cave to the trash");
    expect(said({ action: "signIn", kind: "user" })).toBe("signed in");
  });

  it("says what a decision was", () => {
    const decision = (status: string) =>
      said({ action: "moderateEntry", kind: "entry", subjectName: "Linh T.", after: { status } });
    expect(decision("approved")).toBe("approved the guestbook entry by Linh T.");
    expect(decision("rejected")).toBe("turned down the guestbook entry by Linh T.");
    expect(decision("spam")).toBe("marked as spam the guestbook entry by Linh T.");
    expect(decision("another")).toBe("decided on the guestbook entry by Linh T.");
  });

  it("names what has no name any more, or never had one", () => {
    expect(said({ action: "deleteUser", kind: "user", subjectName: null })).toBe(
      "deleted the user whose name is no longer stored",
    );
    expect(said({ action: "requestPasswordReset", kind: null, subjectName: null })).toBe(
      "asked for a link to a new password of an address that has no account",
    );
  });

  it("tells a call that it has no words for by its own name", () => {
    expect(said({ action: "foldMap" })).toBe("foldMap");
  });

  it("has words for every mutation of the contract", () => {
    const contract = JSON.parse(readFileSync("../openapi.json", "utf8")) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const mutations = Object.values(contract.paths).flatMap((calls) =>
      Object.entries(calls)
        .filter(([method]) => method !== "get")
        .map(([, { operationId }]) => operationId),
    );
    expect(mutations.filter((action) => !(action in words.said))).toEqual([]);
    expect(mutations.length).toBeGreaterThan(50);
    expect(actions.filter(({ label }) => label.includes("{") || !label)).toEqual([]);
  });

  it("names people by their name, their address, or what is left", () => {
    expect(whoOf(aDeed())).toBe("Linh Tran");
    expect(whoOf(aDeed({ accountName: "" }))).toBe("linh@example.org");
    const nobody = { accountName: null, accountEmail: null };
    expect(whoOf(aDeed(nobody))).toBe("Deleted account");
    expect(whoOf(aDeed({ ...nobody, accountId: null }))).toBe("A visitor");
    expect(whoOf(aDeed({ ...nobody, accountId: null, requestId: "" }))).toBe("The command line");
  });
});

describe("what differs", () => {
  it("is told field by field, as people read it", () => {
    const told = differences({
      before: { isActive: false, tags: [], rating: null, map: { zoom: 9 } },
      after: { isActive: true, tags: ["cave", "river"], rating: 4.5, map: { zoom: 10 } },
    });
    expect(told.map(({ label, before, after }) => [label, before, after])).toEqual([
      ["Active", "No", "Yes"],
      ["Map", '{\n  "zoom": 9\n}', '{\n  "zoom": 10\n}'],
      ["Rating", "(nothing)", "4.5"],
      ["Tags", "(nothing)", "cave, river"],
    ]);
  });

  it("names fields as people do", () => {
    expect(
      ["googleMapsUrl", "isEmailVerified", "contentHtml", "categoryIds", "ownerId"].map(labelOf),
    ).toEqual(["Google maps URL", "Email verified", "Content", "Category IDs", "Owner ID"]);
  });
});

describe("the ways on", () => {
  it("lead to a record that was not removed", () => {
    expect(recordOf(aDeed())).toEqual({ resource: "businesses", id: "7" });
    expect(recordOf(aDeed({ after: null }))).toBeNull();
    expect(recordOf(aDeed({ kind: "category" }))).toBeNull();
    expect(recordOf(aDeed({ kind: null, subjectId: null }))).toBeNull();
  });

  it("are addresses with their filters", () => {
    const [path, query] = auditAddress({ kind: "place", subject: "7" }).split("?");
    expect(path).toBe("/audit");
    expect(JSON.parse(new URLSearchParams(query).get("filter")!)).toEqual({ kind: "place", subject: "7" });
  });
});

describe("the log over the API", () => {
  it("is asked for by whole days on the reader's own clock", async () => {
    const day = (year: number, month: number, date: number) => new Date(year, month - 1, date).toISOString();
    expect(moments({ from: "2026-11-21", to: "2026-11-30" })).toEqual({
      from: day(2026, 11, 21),
      to: day(2026, 12, 1),
    });
    expect(moments({ from: "2026-11", account: "a1" })).toEqual({ account: "a1" });
    const seen = answering(() => Response.json([aDeed()], { headers: { "X-Total-Count": "41" } }));
    const answer = await provider.getList("audit", {
      pagination: { page: 2, perPage: 25 },
      sort: { field: "id", order: "ASC" },
      filter: { kind: "place", from: "2026-11-21" },
    });
    expect(answer).toMatchObject({ total: 41, data: [{ id: 421 }] });
    const query = new URL(seen[0]!.what.replace("GET ", "http://guide.test")).searchParams;
    expect(Object.fromEntries(query)).toEqual({
      kind: "place",
      from: day(2026, 11, 21),
      limit: "25",
      offset: "25",
    });
  });
});
