import AddLocationAltOutlined from "@mui/icons-material/AddLocationAltOutlined";
import ArticleOutlined from "@mui/icons-material/ArticleOutlined";
import BookOutlined from "@mui/icons-material/BookOutlined";
import CategoryOutlined from "@mui/icons-material/CategoryOutlined";
import DescriptionOutlined from "@mui/icons-material/DescriptionOutlined";
import FactCheckOutlined from "@mui/icons-material/FactCheckOutlined";
import GridViewOutlined from "@mui/icons-material/GridViewOutlined";
import GroupOutlined from "@mui/icons-material/GroupOutlined";
import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import ForumOutlined from "@mui/icons-material/ForumOutlined";
import MailOutlined from "@mui/icons-material/MailOutlined";
import PhotoLibraryOutlined from "@mui/icons-material/PhotoLibraryOutlined";
import StorefrontOutlined from "@mui/icons-material/StorefrontOutlined";
import TuneOutlined from "@mui/icons-material/TuneOutlined";
import type { ElementType } from "react";
import type { Act } from "../identity/permissions";
import { texts } from "../texts";

interface Section {
  path: string;
  /** What leads there after `g`. */
  key: string;
  title: string;
  Icon: ElementType;
  act: Act;
}

/** The sections that exist, in the order they are shown. A section is listed for those who may use it. */
export const SECTIONS: Section[] = [
  { path: "/", key: "o", title: texts.overview.title, Icon: GridViewOutlined, act: "enter" },
  { path: "/businesses", key: "b", title: texts.businesses.title, Icon: StorefrontOutlined, act: "enter" },
  {
    path: "/businesses/create",
    key: "a",
    title: texts.businesses.addTitle,
    Icon: AddLocationAltOutlined,
    act: "createPlace",
  },
  {
    path: "/categories",
    key: "k",
    title: texts.overview.categories.title,
    Icon: CategoryOutlined,
    act: "manageCategories",
  },
  { path: "/articles", key: "i", title: texts.articles.title, Icon: ArticleOutlined, act: "writeArticles" },
  { path: "/media", key: "p", title: texts.overview.media.title, Icon: PhotoLibraryOutlined, act: "enter" },
  { path: "/guestbook", key: "g", title: texts.guestbook.title, Icon: BookOutlined, act: "moderate" },
  { path: "/moderation", key: "m", title: texts.moderation.title, Icon: FactCheckOutlined, act: "moderate" },
  { path: "/contact", key: "c", title: texts.contact.title, Icon: MailOutlined, act: "answerMessages" },
  { path: "/enquiries", key: "e", title: texts.enquiries.title, Icon: ForumOutlined, act: "enter" },
  { path: "/users", key: "u", title: texts.users.title, Icon: GroupOutlined, act: "manageUsers" },
  { path: "/audit", key: "l", title: texts.audit.title, Icon: HistoryOutlined, act: "readAudit" },
  {
    path: "/pages",
    key: "w",
    title: texts.overview.pages.title,
    Icon: DescriptionOutlined,
    act: "manageSettings",
  },
  {
    path: "/settings",
    key: "s",
    title: texts.overview.settings.title,
    Icon: TuneOutlined,
    act: "manageSettings",
  },
];
