import AddLocationAltOutlined from "@mui/icons-material/AddLocationAltOutlined";
import ArticleOutlined from "@mui/icons-material/ArticleOutlined";
import BookOutlined from "@mui/icons-material/BookOutlined";
import CampaignOutlined from "@mui/icons-material/CampaignOutlined";
import CategoryOutlined from "@mui/icons-material/CategoryOutlined";
import ChecklistOutlined from "@mui/icons-material/ChecklistOutlined";
import DescriptionOutlined from "@mui/icons-material/DescriptionOutlined";
import DynamicFeedOutlined from "@mui/icons-material/DynamicFeedOutlined";
import EditNoteOutlined from "@mui/icons-material/EditNoteOutlined";
import FactCheckOutlined from "@mui/icons-material/FactCheckOutlined";
import FlagOutlined from "@mui/icons-material/FlagOutlined";
import GridViewOutlined from "@mui/icons-material/GridViewOutlined";
import GroupOutlined from "@mui/icons-material/GroupOutlined";
import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import ForumOutlined from "@mui/icons-material/ForumOutlined";
import MailOutlined from "@mui/icons-material/MailOutlined";
import PhotoLibraryOutlined from "@mui/icons-material/PhotoLibraryOutlined";
import StorefrontOutlined from "@mui/icons-material/StorefrontOutlined";
import TuneOutlined from "@mui/icons-material/TuneOutlined";
import UploadFileOutlined from "@mui/icons-material/UploadFileOutlined";
import VerifiedUserOutlined from "@mui/icons-material/VerifiedUserOutlined";
import type { ElementType } from "react";
import type { Act } from "../identity/permissions";

interface Section {
  path: string;
  /** The key that opens the section, after `g`. */
  key: string;
  /** The message key of the title. */
  name: string;
  Icon: ElementType;
  act: Act;
}

/** All sections in the order of the menu. Accounts see the sections that they may use. */
export const SECTIONS = [
  { path: "/", key: "o", name: "overview", Icon: GridViewOutlined, act: "enter" },
  { path: "/businesses", key: "b", name: "businesses", Icon: StorefrontOutlined, act: "enter" },
  {
    path: "/businesses/create",
    key: "a",
    name: "createBusiness",
    Icon: AddLocationAltOutlined,
    act: "createPlace",
  },
  {
    path: "/categories",
    key: "k",
    name: "categories",
    Icon: CategoryOutlined,
    act: "manageCategories",
  },
  { path: "/alerts", key: "t", name: "alerts", Icon: CampaignOutlined, act: "manageAlerts" },
  { path: "/articles", key: "i", name: "articles", Icon: ArticleOutlined, act: "writeArticles" },
  { path: "/drafts", key: "d", name: "drafts", Icon: EditNoteOutlined, act: "enter" },
  { path: "/releases", key: "r", name: "releases", Icon: DynamicFeedOutlined, act: "manageReleases" },
  { path: "/imports", key: "j", name: "imports", Icon: UploadFileOutlined, act: "importPlaces" },
  { path: "/media", key: "p", name: "media", Icon: PhotoLibraryOutlined, act: "enter" },
  { path: "/guestbook", key: "g", name: "guestbook", Icon: BookOutlined, act: "moderate" },
  { path: "/moderation", key: "m", name: "moderation", Icon: FactCheckOutlined, act: "moderate" },
  { path: "/reports", key: "f", name: "reports", Icon: FlagOutlined, act: "moderate" },
  { path: "/quality", key: "q", name: "quality", Icon: ChecklistOutlined, act: "checkQuality" },
  { path: "/claims", key: "v", name: "claims", Icon: VerifiedUserOutlined, act: "manageUsers" },
  { path: "/contact", key: "c", name: "contact", Icon: MailOutlined, act: "answerMessages" },
  { path: "/enquiries", key: "e", name: "enquiries", Icon: ForumOutlined, act: "enter" },
  { path: "/users", key: "u", name: "users", Icon: GroupOutlined, act: "manageUsers" },
  { path: "/audit", key: "l", name: "audit", Icon: HistoryOutlined, act: "readAudit" },
  {
    path: "/pages",
    key: "w",
    name: "pages",
    Icon: DescriptionOutlined,
    act: "manageSettings",
  },
  {
    path: "/settings",
    key: "s",
    name: "settings",
    Icon: TuneOutlined,
    act: "manageSettings",
  },
] as const satisfies readonly Section[];
