import { unwrap, type CategoryRequest, type CategoryResponse } from "@karst/client";
import { karst } from "../api";
import { byId, byKey, byVersion, listed, type Resource } from "./resource";

export const categories: Resource<CategoryResponse, CategoryRequest> = {
  // A guide has a few dozen categories: the API sends them all.
  list: () => listed(karst.GET("/api/categories")),
  one: (id) => unwrap(karst.GET("/api/categories/{id}", byId(Number(id)))),
  add: (body, key) => unwrap(karst.POST("/api/categories", { ...byKey(key), body })),
  change: (id, body, version) =>
    unwrap(karst.PUT("/api/categories/{id}", { ...byVersion(id, version), body })),
  remove: (id) => karst.DELETE("/api/categories/{id}", byId(id)),
  forms: { add: "CategoryRequest", change: "CategoryChanges" },
};

export const restoreCategory = (id: number) => unwrap(karst.POST("/api/categories/{id}/restore", byId(id)));
