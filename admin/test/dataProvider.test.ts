import { ApiError } from "@karst/client";
import { HttpError } from "react-admin";
import { describe, expect, it, vi } from "vitest";
import { changed, createDataProvider, httpError, sortWord } from "../src/dataProvider";
import { paginateFiltered } from "../src/resources/paginateFiltered";
import { aPlace } from "./things";

const forms = { add: "PlaceRequest", change: "PlaceChanges" } as const;

/** A provider over one resource whose calls are spied upon. */
function spied() {
  const calls = {
    list: vi.fn(async () => ({ data: [aPlace()], total: 122 })),
    one: vi.fn(async () => aPlace()),
    add: vi.fn(async () => aPlace()),
    change: vi.fn(async () => aPlace({ version: 4 })),
    remove: vi.fn(async () => undefined),
    forms,
  };
  return { calls, provider: createDataProvider({ businesses: calls }) };
}

function refusal(status: number, problem: object): ApiError {
  const whole = {
    type: "about:blank",
    title: "No",
    status,
    detail: "Because",
    code: "conflict",
    requestId: "r1",
    ...problem,
  };
  return new ApiError(status, JSON.stringify(whole), "");
}

describe("a list", () => {
  it("asks for a page as limit and offset, sorted in the API's words, without empty filters", async () => {
    const { calls, provider } = spied();
    const answer = await provider.getList("businesses", {
      pagination: { page: 3, perPage: 25 },
      sort: { field: "updatedAt", order: "DESC" },
      filter: { q: "cave", category: "", active: false, verified: true },
    });
    expect(calls.list).toHaveBeenCalledWith({
      limit: 25,
      offset: 50,
      sort: "-updatedAt",
      filter: { q: "cave", active: false, verified: true },
    });
    expect(answer.total).toBe(122);
  });

  it("sorts as it says", () => {
    expect(sortWord({ field: "name", order: "ASC" })).toBe("name");
    expect(sortWord()).toBeUndefined();
  });

  it("is filtered here where the API cannot: all pages are read, one is returned", async () => {
    const read = vi.fn(async (limit: number, offset: number) => ({
      data: Array.from({ length: Math.min(limit, 1500 - offset) }, (_, index) => offset + index),
      total: 1500,
    }));
    const page = await paginateFiltered(read, (number) => number % 500 === 0, { limit: 2, offset: 1 });
    expect(page).toEqual({ data: [500, 1000], total: 3 });
    expect(read.mock.calls).toEqual([
      [1000, 0],
      [1000, 1000],
    ]);
  });
});

describe("a save", () => {
  it("sends nothing when nothing was changed, except over a version that was chosen", async () => {
    const { calls, provider } = spied();
    const previousData = aPlace();
    const answer = await provider.update("businesses", { id: 7, data: { ...previousData }, previousData });
    expect(calls.change).not.toHaveBeenCalled();
    expect(answer.data).toEqual(previousData);
    await provider.update("businesses", {
      id: 7,
      data: { ...previousData },
      previousData,
      meta: { version: 9 },
    });
    expect(calls.change).toHaveBeenCalledWith(7, {}, 9);
  });

  it("sends the fields that differ, with the version that was looked at", async () => {
    const { calls, provider } = spied();
    const previousData = aPlace();
    await provider.update("businesses", { id: 7, data: { ...previousData, phone: "+84 9" }, previousData });
    expect(calls.change).toHaveBeenCalledWith(7, { phone: "+84 9" }, 3);
  });

  it("names another version when an editor saves over somebody's", async () => {
    const { calls, provider } = spied();
    await provider.update("businesses", {
      id: 7,
      data: { name: "X" },
      previousData: aPlace(),
      meta: { version: 5 },
    });
    expect(calls.change).toHaveBeenCalledWith(7, { name: "X" }, 5);
  });

  it("waits for a change of an image, which may add the description that the record needs", async () => {
    const { calls } = spied();
    let finish!: (image: { id: number }) => void;
    const change = vi.fn(() => new Promise<{ id: number }>((resolve) => (finish = resolve)));
    const provider = createDataProvider({ businesses: calls, media: { ...calls, change, forms: undefined } });
    const described = provider.update("media", { id: 1, data: { alt: "A boat" }, previousData: { id: 1 } });
    const saved = provider.update("businesses", { id: 7, data: { name: "X" }, previousData: aPlace() });
    await vi.waitFor(() => expect(change).toHaveBeenCalledTimes(1));
    expect(calls.change).not.toHaveBeenCalled();
    finish({ id: 1 });
    await Promise.all([described, saved]);
    expect(calls.change).toHaveBeenCalledTimes(1);
  });

  it("never sends computed fields or, in a new record, nulls", async () => {
    const { calls, provider } = spied();
    await provider.create("businesses", {
      data: { name: "X", email: null, category: {}, createdAt: "now", made: 1 },
    });
    expect(calls.add).toHaveBeenCalledWith({ name: "X" }, expect.stringMatching(/^[0-9a-f]{32}$/));
  });

  it("a new record whose response was lost is sent again with the same key, and a corrected one with another", async () => {
    const { calls, provider } = spied();
    const create = (name: string) => provider.create("businesses", { data: { name } }).catch(() => undefined);
    calls.add.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await create("X");
    calls.add.mockRejectedValueOnce(refusal(409, { detail: "An earlier request is not finished" }));
    await create("X");
    await create("X");
    await create("X");
    calls.add.mockRejectedValueOnce(refusal(422, {}));
    await create("Y");
    await create("Y");
    const keys = (calls.add.mock.calls as unknown as [unknown, string][]).map(([, key]) => key);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).toBe(keys[0]);
    expect(keys[3], "what was answered is done").not.toBe(keys[0]);
    expect(keys[5], "a refusal is an answer").not.toBe(keys[4]);
  });

  it("compares lists by what is in them, and missing with null", () => {
    expect(changed({ tags: ["a"], email: null, name: "B" }, { tags: ["a"], name: "A" })).toEqual({
      name: "B",
    });
  });
});

describe("a refusal", () => {
  it("422 becomes field sentences in react-admin's shape, fields of lists by their path", () => {
    const errors = [
      { field: "name", message: "Business name is required", code: "required" },
      { field: "reviews.0.rating", message: "Review rating is required", code: "required" },
      { field: "reviews.1.text", message: "Review text is required", code: "required" },
      { field: "reviews.1.text", message: "A second sentence", code: "pattern" },
    ];
    const error = httpError(refusal(422, { errors }));
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({ status: 422, message: "Because" });
    expect(error.body.errors).toEqual({
      name: "Business name is required",
      "reviews.0.rating": "Review rating is required",
      "reviews.1.text": "Review text is required",
    });
  });

  it("412 hands over the record as it is now, and the request's id", () => {
    const error = httpError(refusal(412, { current: { id: 7, version: 9 } }));
    expect(error.body).toMatchObject({ current: { version: 9 }, requestId: "r1" });
  });

  it("keeps the name of its kind, by which some lead on", () => {
    const error = httpError(refusal(403, { type: "/problems/second-factor-missing" }));
    expect(error.body.type).toBe("/problems/second-factor-missing");
  });

  it("has status 0 when nothing answered", () => {
    expect(httpError(new TypeError("Failed to fetch")).status).toBe(0);
  });

  it("reaches the screens as that error", async () => {
    const { calls, provider } = spied();
    calls.one.mockRejectedValueOnce(refusal(404, {}));
    await expect(provider.getOne("businesses", { id: 1 })).rejects.toMatchObject({ status: 404 });
  });

  it("is thrown for resources and verbs that do not exist", async () => {
    const { provider } = spied();
    await expect(provider.getOne("tides", { id: 1 })).rejects.toThrow("no resource tides");
  });
});
