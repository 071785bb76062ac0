import { unwrap } from "@karst/client";
import { karst } from "../api";
import { byId, listed } from "./resource";

const PAGE = 50;

/** The kinds of missing or wrong data, each with its count. */
export const qualityCounts = () => unwrap(karst.GET("/api/admin/quality"));

/** A page of the places that may be the same. */
export const listDuplicates = (offset: number) =>
  listed(karst.GET("/api/admin/quality/duplicates", { params: { query: { offset, limit: PAGE } } }));

/** A page of the links that do not work. */
export const listDeadLinks = (offset: number) =>
  listed(karst.GET("/api/admin/quality/links", { params: { query: { offset, limit: PAGE } } }));

/** A page of the places whose owner does not answer owner reminders. */
export const listSilentOwners = (offset: number) =>
  listed(karst.GET("/api/admin/quality/silent-owners", { params: { query: { offset, limit: PAGE } } }));

/** Makes the next check of a link due. */
export const checkLink = (id: number) => karst.POST("/api/admin/quality/links/{id}/check", byId(id));
