import type { FormName } from "@karst/client/check";
import { fold } from "@karst/client/fold";
import type { Identifier } from "react-admin";

/** The query of a list, in the API's names. `limit` and `offset` count records. */
export interface ListQuery {
  limit: number;
  offset: number;
  /** A field, or a field with a leading minus for descending. */
  sort?: string;
  filter: Record<string, unknown>;
}

export interface Listed<Item> {
  data: Item[];
  total: number;
}

/** The API calls for react-admin's methods on one resource. Methods that the API does not support are left out. */
export interface Resource<Item = never, Form = never, Id extends Identifier = number> {
  list(query: ListQuery): Promise<Listed<Item>>;
  one?(id: string): Promise<Item>;
  /** `key` is the Idempotency-Key: the same form sent again with the same key creates nothing twice. */
  add?(form: Form, key: string): Promise<Item>;
  /** `version` becomes If-Match; without it the current version is overwritten, whatever it is. */
  change?(id: Id, form: Partial<Form>, version?: number): Promise<Item>;
  remove?(id: Id): Promise<unknown>;
  /** The request schemas of the contract, which list the fields that may be sent. */
  forms?: { add: FormName; change: FormName };
}

/** The parameters of a call on one record. */
export const byId = <Id extends Identifier>(id: Id) => ({ params: { path: { id } } });

/** The parameters of a change of one record. The server rejects it if the record has another version. */
export const byVersion = <Id extends Identifier>(id: Id, version: number | undefined) => ({
  params: { path: { id }, header: ifMatch(version) },
});

export const byKey = (key: string) => ({ params: { header: { "Idempotency-Key": key } } });

export const ifMatch = (version: number | undefined) =>
  version === undefined ? {} : { "If-Match": `"${version}"` };

/** A page of records and the number of all, from the API's response. */
export async function listed<Item>(
  call: Promise<{ data?: Item[]; response: Response }>,
): Promise<Listed<Item>> {
  const { data = [], response } = await call;
  return { data, total: Number(response.headers.get("X-Total-Count") ?? data.length) };
}

/** The part of a search for names that the API can filter by: it takes eight words. */
export const searchWords = (q = ""): string =>
  fold(q)
    .split(" ")
    .slice(0, 8)
    .map((word) => word.slice(0, 60))
    .join(" ");
