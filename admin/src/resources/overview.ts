import { unwrap, type InvalidValue } from "@karst/client";
import { karst } from "../api";

/** The counts of the overview: all for an admin, their own for an owner. */
export const stats = () => unwrap(karst.GET("/api/admin/stats"));

/** Pages that cannot be rendered. */
export const renderFailures = () => unwrap(karst.GET("/api/admin/render-failures"));

/** The stored values after `cursor` that break the current rules, and the cursor of the next ones. */
export async function invalidValues(cursor?: string): Promise<{ values: InvalidValue[]; next?: string }> {
  const { data, response } = await karst.GET("/api/admin/invalid-values", { params: { query: { cursor } } });
  const next = /[?&]cursor=([\d-]+)/.exec(response.headers.get("Link") ?? "")?.[1];
  return { values: data ?? [], next };
}
