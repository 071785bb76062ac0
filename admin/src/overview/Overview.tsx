import AddLocationAltOutlined from "@mui/icons-material/AddLocationAltOutlined";
import ArticleOutlined from "@mui/icons-material/ArticleOutlined";
import ArrowForward from "@mui/icons-material/ArrowForward";
import BookOutlined from "@mui/icons-material/BookOutlined";
import CampaignOutlined from "@mui/icons-material/CampaignOutlined";
import CategoryOutlined from "@mui/icons-material/CategoryOutlined";
import ChecklistOutlined from "@mui/icons-material/ChecklistOutlined";
import DescriptionOutlined from "@mui/icons-material/DescriptionOutlined";
import ForumOutlined from "@mui/icons-material/ForumOutlined";
import DynamicFeedOutlined from "@mui/icons-material/DynamicFeedOutlined";
import EditNoteOutlined from "@mui/icons-material/EditNoteOutlined";
import FactCheckOutlined from "@mui/icons-material/FactCheckOutlined";
import FlagOutlined from "@mui/icons-material/FlagOutlined";
import GroupOutlined from "@mui/icons-material/GroupOutlined";
import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import MailOutlined from "@mui/icons-material/MailOutlined";
import PhotoLibraryOutlined from "@mui/icons-material/PhotoLibraryOutlined";
import RuleOutlined from "@mui/icons-material/RuleOutlined";
import StorefrontOutlined from "@mui/icons-material/StorefrontOutlined";
import TuneOutlined from "@mui/icons-material/TuneOutlined";
import UploadFileOutlined from "@mui/icons-material/UploadFileOutlined";
import VerifiedUserOutlined from "@mui/icons-material/VerifiedUserOutlined";
import WebhookOutlined from "@mui/icons-material/WebhookOutlined";
import { Box, Card, CardActionArea, Skeleton, Stack, Typography } from "@mui/material";
import { lazy, Suspense, type ElementType } from "react";
import { Link } from "react-router-dom";
import type { Act } from "../identity/permissions";
import { useAccount } from "../identity/useAccount";
import { Page } from "../layout/Page";
import { t as tLayout } from "../messages/layout.gen";
import { t } from "../messages/overview.gen";
import { Missing, Scheduled } from "./Missing";
import { QuickStats } from "./QuickStats";
import { RenderFailures } from "./RenderFailures";
import { WaitingForYou } from "./WaitingForYou";

/** Loaded only for accounts that see it, because it includes the messages of all events. */
const LatestChanges = lazy(() => import("./LatestChanges"));

interface SectionCard {
  path: string;
  /** The message key of the title and the text. */
  name: string;
  Icon: ElementType;
  act: Act;
}

/** A card for each section other than this one. */
const CARDS = [
  { path: "/businesses", name: "businesses", Icon: StorefrontOutlined, act: "enter" },
  { path: "/businesses/create", name: "createBusiness", Icon: AddLocationAltOutlined, act: "createPlace" },
  { path: "/categories", name: "categories", Icon: CategoryOutlined, act: "manageCategories" },
  { path: "/alerts", name: "alerts", Icon: CampaignOutlined, act: "manageAlerts" },
  { path: "/articles", name: "articles", Icon: ArticleOutlined, act: "writeArticles" },
  { path: "/drafts", name: "drafts", Icon: EditNoteOutlined, act: "enter" },
  { path: "/releases", name: "releases", Icon: DynamicFeedOutlined, act: "manageReleases" },
  { path: "/imports", name: "imports", Icon: UploadFileOutlined, act: "importPlaces" },
  { path: "/media", name: "media", Icon: PhotoLibraryOutlined, act: "enter" },
  { path: "/guestbook", name: "guestbook", Icon: BookOutlined, act: "moderate" },
  { path: "/moderation", name: "moderation", Icon: FactCheckOutlined, act: "moderate" },
  { path: "/reports", name: "reports", Icon: FlagOutlined, act: "moderate" },
  { path: "/quality", name: "quality", Icon: ChecklistOutlined, act: "checkQuality" },
  { path: "/claims", name: "claims", Icon: VerifiedUserOutlined, act: "manageUsers" },
  { path: "/contact", name: "contact", Icon: MailOutlined, act: "answerMessages" },
  { path: "/enquiries", name: "enquiries", Icon: ForumOutlined, act: "enter" },
  { path: "/users", name: "users", Icon: GroupOutlined, act: "manageUsers" },
  { path: "/audit", name: "audit", Icon: HistoryOutlined, act: "readAudit" },
  { path: "/invalid-values", name: "invalidValues", Icon: RuleOutlined, act: "readAudit" },
  { path: "/pages", name: "pages", Icon: DescriptionOutlined, act: "manageSettings" },
  { path: "/settings", name: "settings", Icon: TuneOutlined, act: "manageSettings" },
  { path: "/webhooks", name: "webhooks", Icon: WebhookOutlined, act: "manageSettings" },
] as const satisfies readonly SectionCard[];

/** The first screen: waiting tasks, latest changes, missing facts, counts, and links to the sections. */
export default function Overview() {
  const { account, may } = useAccount();
  const name = account?.firstName ?? "";
  return (
    <Page
      title={tLayout("section.overview")}
      lead={t(may("listAll") ? "lead" : "ownLead", { hasName: name ? "yes" : "no", name })}
    >
      <WaitingForYou />
      {may("readAudit") && (
        <>
          <RenderFailures />
          <Suspense fallback={<Skeleton variant="rounded" height={320} sx={{ mb: 4 }} />}>
            <LatestChanges />
          </Suspense>
        </>
      )}
      <Missing />
      {may("writeArticles") && <Scheduled />}
      <QuickStats />
      <Typography variant="h2" sx={{ mt: 4, mb: 1.5 }}>
        {t("sections")}
      </Typography>
      <Box
        sx={{
          display: "grid",
          gap: 2,
          gridTemplateColumns: { xs: "1fr", sm: "repeat(2, 1fr)", lg: "repeat(3, 1fr)" },
        }}
      >
        {CARDS.filter(({ act }) => may(act)).map((card) => (
          <SectionLink key={card.path} {...card} />
        ))}
      </Box>
    </Page>
  );
}

function SectionLink({ path, name, Icon }: (typeof CARDS)[number]) {
  return (
    <Card>
      <CardActionArea
        component={Link}
        to={path}
        sx={{ p: 2.5, height: "100%", "&:hover .arrow": { transform: "translateX(4px)" } }}
      >
        <Stack direction="row" spacing={2} sx={{ alignItems: "flex-start" }}>
          <Box
            aria-hidden
            sx={{
              display: "grid",
              placeItems: "center",
              width: 44,
              height: 44,
              borderRadius: "12px",
              bgcolor: "primary.subtle",
              color: "primary.main",
              flexShrink: 0,
            }}
          >
            <Icon />
          </Box>
          <Box sx={{ flexGrow: 1 }}>
            <Typography variant="h3">{tLayout(`section.${name}`)}</Typography>
            <Typography variant="body2" sx={{ color: "text.secondary", mt: 0.5 }}>
              {t(`card.${name}`)}
            </Typography>
          </Box>
          <ArrowForward
            className="arrow"
            aria-hidden
            fontSize="small"
            sx={{ color: "text.secondary", mt: 0.5, transition: "transform 150ms ease-out" }}
          />
        </Stack>
      </CardActionArea>
    </Card>
  );
}
