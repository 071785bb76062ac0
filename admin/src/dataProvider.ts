import { ApiError } from "@karst/client";
import type { FormName } from "@karst/client/check";
import { rules } from "@karst/client/rules";
import { problemMessage, translateField } from "@karst/web/problems";
import {
  HttpError,
  type CreateParams,
  type DataProvider,
  type DeleteManyParams,
  type DeleteParams,
  type GetListParams,
  type GetManyParams,
  type GetOneParams,
  type Identifier,
  type RaRecord,
  type UpdateManyParams,
  type UpdateParams,
} from "react-admin";
import { resources } from "./resources";
import type { Listed, ListQuery, Resource } from "./resources/resource";

type AnyResource = Resource<RaRecord, Record<string, unknown>, Identifier>;

/** Options of an update beside its data. */
export interface UpdateMeta {
  /** The version that the editor saw. Default: the version of `previousData`. */
  version?: number;
}

/**
 * react-admin's data provider for the table of resources.
 *
 * Failed calls throw an `HttpError`:
 * - `message`: the sentence to show.
 * - `status`: the HTTP status; 0 without a response.
 * - `body`: the problem's `type` and `requestId`; `errors` as field → sentence, which react-admin shows under the
 *   inputs; after a 412, the current record in `current`.
 */
export function createDataProvider(table: Record<string, AnyResource>): DataProvider {
  /** The idempotency keys of creations without a response, by request. "Try again" sends the same key. */
  const unanswered = new Map<string, string>();
  /**
   * Settles with the latest change of an image. Other saves wait for it: the API rejects records with an undescribed
   * image.
   */
  let imageChange: Promise<unknown> = Promise.resolve();

  function resource(name: string): AnyResource {
    const found = table[name];
    if (!found) throw new Error(`The console has no resource ${name}`);
    return found;
  }

  function verb<Name extends keyof AnyResource>(name: string, which: Name): NonNullable<AnyResource[Name]> {
    const call = resource(name)[which];
    if (!call) throw new Error(`${name} cannot be asked to ${which}`);
    return call;
  }

  async function list(name: string, query: ListQuery): Promise<Listed<RaRecord>> {
    return answered(verb(name, "list")(query));
  }

  /**
   * The records with these ids. For some lists the API ignores the filter and returns all, so it is applied here too.
   */
  async function many(name: string, ids: readonly Identifier[]): Promise<RaRecord[]> {
    const all = await list(name, { limit: 1000, offset: 0, filter: { ids: ids.join(",") } });
    return all.data.filter((record) => ids.includes(record.id));
  }

  async function change(name: string, id: Identifier, data: object, previous: object, meta?: UpdateMeta) {
    const form = resource(name).forms?.change;
    const version = meta?.version ?? (previous as { version?: number }).version;
    if (name !== "media") await imageChange;
    const call = answered(verb(name, "change")(id, changed(writable(data, form), previous), version));
    if (name === "media") imageChange = call.catch(() => {});
    return call;
  }

  const provider = {
    async getList(name: string, { pagination, sort, filter = {} }: GetListParams) {
      const { page, perPage } = pagination ?? { page: 1, perPage: 25 };
      return list(name, {
        limit: perPage,
        offset: (page - 1) * perPage,
        sort: sortWord(sort),
        filter: sent(filter),
      });
    },
    async getOne(name: string, { id }: GetOneParams) {
      return { data: await answered(verb(name, "one")(String(id))) };
    },
    async getMany(name: string, { ids }: GetManyParams) {
      return { data: await many(name, ids) };
    },
    async getManyReference(name: string) {
      throw new Error(`${name} cannot be listed by another resource`);
    },
    async create(name: string, { data }: CreateParams) {
      const body = given(writable(data, resource(name).forms?.add));
      const sent = JSON.stringify([name, body]);
      const key = unanswered.get(sent) ?? newKey();
      unanswered.set(sent, key);
      await imageChange;
      try {
        const created = await answered(verb(name, "add")(body, key));
        unanswered.delete(sent);
        return { data: created };
      } catch (error) {
        // A rejected request frees the key. 409 means that the first request is still running.
        const { status } = error as HttpError;
        if (status >= 400 && status < 500 && status !== 409) unanswered.delete(sent);
        throw error;
      }
    },
    async update(name: string, { id, data, previousData, meta }: UpdateParams) {
      const previous = (previousData ?? {}) as object;
      const isSame =
        Object.keys(changed(writable(data, resource(name).forms?.change), previous)).length === 0;
      // The form was saved without changes: there is nothing to send.
      if (isSame && "id" in previous && !meta) return { data: previous };
      return { data: await change(name, id, data, previous, meta as UpdateMeta) };
    },
    async updateMany(name: string, { ids, data }: UpdateManyParams) {
      for (const id of ids) await change(name, id, data, {});
      return { data: ids };
    },
    async delete(name: string, { id, previousData }: DeleteParams) {
      await answered(verb(name, "remove")(id));
      return { data: previousData ?? { id } };
    },
    async deleteMany(name: string, { ids }: DeleteManyParams) {
      for (const id of ids) await answered(verb(name, "remove")(id));
      return { data: ids };
    },
  };
  // The methods return our types of records. react-admin's signatures let the caller choose any type.
  return provider as unknown as DataProvider;
}

/** 128 random bits. `crypto.randomUUID` requires HTTPS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

export const dataProvider = createDataProvider(resources as unknown as Record<string, AnyResource>);

/** Awaits a response. Errors become react-admin's `HttpError`. */
export async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw httpError(error);
  }
}

/** Converts an error to react-admin's `HttpError`. A nested field is named by its path, like its input. */
export function httpError(error: unknown): HttpError {
  if (!(error instanceof ApiError)) {
    const reason = error instanceof Error ? error.message : String(error);
    return new HttpError(reason, 0, {});
  }
  const { problem, status } = error;
  const errors: Record<string, string> = {};
  for (const { field, message } of error.errors.map(translateField)) errors[field] ??= message;
  const body = {
    type: problem?.type,
    errors,
    requestId: problem?.requestId,
    current: problem?.current,
    records: problem?.records,
  };
  return new HttpError(problemMessage(error, `The server answered ${status}`), status, body);
}

/** react-admin's sort as the API's parameter: `name`, or `-name` for descending. */
export function sortWord(sort?: { field: string; order: string }): string | undefined {
  if (!sort?.field) return undefined;
  return sort.order === "DESC" ? `-${sort.field}` : sort.field;
}

/** The filter without empty values: the API rejects `category=`. */
function sent(filter: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== "" && value !== undefined && value !== null),
  );
}

/** The fields of `data` that the request accepts. react-admin passes whole records with computed fields. */
function writable(data: object, form: FormName | undefined): Record<string, unknown> {
  if (!form) return { ...data };
  const fields = rules[form].properties ?? {};
  return Object.fromEntries(
    Object.entries(data).filter(([name]) => fields[name] && fields[name].readOnly !== true),
  );
}

/** The fields that have a value: a new record has no stored value that null could clear. */
function given(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).filter(([, value]) => value !== null && value !== undefined),
  );
}

/**
 * The fields that differ from `previous`, so that overwriting a newer version changes only the fields edited here.
 * All fields with a value if `previous` is empty.
 */
export function changed(data: Record<string, unknown>, previous: object): Record<string, unknown> {
  const before = previous as Record<string, unknown>;
  return Object.fromEntries(Object.entries(data).filter(([name, value]) => !same(value, before[name])));
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
