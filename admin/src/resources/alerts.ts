import { unwrap, type AlertRequest, type AlertResponse } from "@karst/client";
import { karst } from "../api";
import { byId, byKey, byVersion, listed, type Resource } from "./resource";

export const alerts: Resource<AlertResponse, AlertRequest> = {
  list: ({ limit, offset, filter: { state } }) =>
    listed(
      karst.GET("/api/admin/alerts", {
        params: { query: { limit, offset, state: state as AlertResponse["state"] | undefined } },
      }),
    ),
  one: (id) => unwrap(karst.GET("/api/admin/alerts/{id}", byId(Number(id)))),
  add: (body, key) => unwrap(karst.POST("/api/admin/alerts", { ...byKey(key), body })),
  change: (id, body, version) =>
    unwrap(karst.PUT("/api/admin/alerts/{id}", { ...byVersion(id, version), body })),
  forms: { add: "AlertRequest", change: "AlertChanges" },
};

/** Ends an alert now. It stays in the list. */
export const endAlert = (id: number) => unwrap(karst.POST("/api/admin/alerts/{id}/end", byId(id)));
