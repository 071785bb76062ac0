import ArticleOutlined from "@mui/icons-material/ArticleOutlined";
import BookOutlined from "@mui/icons-material/BookOutlined";
import PersonOutlined from "@mui/icons-material/PersonOutlined";
import StorefrontOutlined from "@mui/icons-material/StorefrontOutlined";
import type { AdminEntryResponse, ArticleResponse, PlaceResponse, UserResponse } from "@karst/client";
import { excerpt } from "@karst/web/text";
import type { ElementType } from "react";
import type { RaRecord } from "react-admin";
import type { Act } from "../identity/permissions";
import { fullName } from "../users/shape";
import type { Searched } from "./recent";

interface Source {
  Icon: ElementType;
  act: Act;
  sort: { field: string; order: "ASC" | "DESC" };
  /** The statuses, if each has a list of its own. */
  statuses?: readonly AdminEntryResponse["status"][];
  nameOf: (record: RaRecord) => string;
  /** A detail that distinguishes records with the same name. */
  detailOf?: (record: RaRecord) => string | null;
}

const EXCERPT_LENGTH = 80;

/** The kinds of records that the palette finds. */
export const SOURCES: Record<Searched, Source> = {
  businesses: {
    Icon: StorefrontOutlined,
    act: "enter",
    sort: { field: "name", order: "ASC" },
    nameOf: (record) => (record as PlaceResponse).name,
    detailOf: (record) => (record as Partial<PlaceResponse>).address ?? null,
  },
  articles: {
    Icon: ArticleOutlined,
    act: "writeArticles",
    sort: { field: "publicationDate", order: "DESC" },
    nameOf: (record) => (record as ArticleResponse).title,
    detailOf: (record) => (record as ArticleResponse).author,
  },
  guestbook: {
    Icon: BookOutlined,
    act: "moderate",
    sort: { field: "createdAt", order: "DESC" },
    statuses: ["pending", "approved", "spam", "rejected"],
    nameOf: (record) => (record as AdminEntryResponse).authorName,
    detailOf: (record) => excerpt((record as AdminEntryResponse).message, EXCERPT_LENGTH),
  },
  users: {
    Icon: PersonOutlined,
    act: "manageUsers",
    sort: { field: "name", order: "ASC" },
    nameOf: (record) => fullName(record as UserResponse),
    detailOf: (record) => (record as UserResponse).email,
  },
};
