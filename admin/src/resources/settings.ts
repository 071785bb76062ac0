import { unwrap, type SettingsChanges, type SettingsResponse } from "@karst/client";
import { karst } from "../api";
import type { SettingsRecord } from "../settings/shape";
import { ifMatch, type Resource } from "./resource";

/** The region's brand and map. */
export const settings = () => unwrap(karst.GET("/api/settings"));

const recordOf = (response: SettingsResponse): SettingsRecord => ({
  ...response,
  id: 1,
  updatedAt: response.updatedAt ?? "",
});

/** The region's settings: one record, with the id 1. */
export const settingsRecord: Resource<SettingsRecord, SettingsChanges> = {
  list: async () => ({ data: [recordOf(await settings())], total: 1 }),
  one: async () => recordOf(await settings()),
  change: async (_, body, version) =>
    recordOf(await unwrap(karst.PUT("/api/settings", { params: { header: ifMatch(version) }, body }))),
  forms: { add: "SettingsChanges", change: "SettingsChanges" },
};
