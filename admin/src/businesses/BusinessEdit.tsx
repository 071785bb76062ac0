import ArrowBack from "@mui/icons-material/ArrowBack";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import OpenInNew from "@mui/icons-material/OpenInNew";
import VisibilityOutlined from "@mui/icons-material/VisibilityOutlined";
import {
  Alert,
  AlertTitle,
  Box,
  Button,
  Skeleton,
  Typography,
  useMediaQuery,
  type Theme,
} from "@mui/material";
import type { CategoryResponse, PlaceRequest, PlaceResponse } from "@karst/client";
import { lazy, Suspense, useState } from "react";
import { HttpError, useGetList, useGetOne, useRedirect } from "react-admin";
import { Link, useParams } from "react-router-dom";
import { ConflictDialog } from "../form/ConflictDialog";
import { useEditing } from "../form/useEditing";
import { useAccount } from "../identity/useAccount";
import { AccessDeniedNotice } from "../layout/AccessDenied";
import { NotFound } from "../layout/NotFound";
import { Page } from "../layout/Page";
import { Reason, useToast } from "../layout/Toasts";
import { texts } from "../texts";
import { BusinessForm } from "./BusinessForm";
import { DeleteBusiness } from "./DeleteBusiness";
import { LiveMark } from "../live/LiveMark";
import { ActiveBadge, Marks } from "./Marks";
import { RecordPanel } from "./RecordPanel";
import { toForm, toText, type PlaceText } from "./shape";
import { siteAddress } from "./site";

const BusinessPreview = lazy(() => import("./BusinessPreview"));
const words = texts.businesses;

/** One place, in its four tabs. */
export default function BusinessEdit() {
  const { id = "" } = useParams();
  const { account, may } = useAccount();
  const {
    data: place,
    error,
    isFetchedAfterMount,
    refetch,
  } = useGetOne<PlaceResponse>("businesses", { id: Number(id) });
  if (error instanceof HttpError && error.status === 404) return <NotFound />;
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  // A list may have left an older copy behind; a form starts from what is stored now.
  if (!place || !isFetchedAfterMount) return <Opening />;
  if (!may("editPlace", place)) {
    return (
      <Box sx={{ p: { xs: 2, md: 4 } }}>
        <AccessDeniedNotice account={account} />
      </Box>
    );
  }
  return <Editor key={place.id} place={place} />;
}

function Editor({ place }: { place: PlaceResponse }) {
  const { may } = useAccount();
  const toast = useToast();
  const { base, start, save, conflict, settle } = useEditing<PlaceResponse, PlaceText, PlaceRequest>({
    resource: "businesses",
    record: place,
    toText,
    toForm,
    failed: words.failed.update,
    onSaved: (saved) => toast.done(words.done.update, <LiveMark place={saved} />, saved.warnings),
  });
  const redirect = useRedirect();
  // Beside the form on wide screens; under the title where the panel would come after a long form.
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up("lg"));
  const [isViewed, setViewed] = useState(false);
  const [isDoomed, setDoomed] = useState(false);
  const wordOf = useWords();
  return (
    <Page
      title={base.name}
      lead={!isWide && <LiveMark place={base} />}
      before={<WayBack />}
      beside={
        <>
          <ActiveBadge isActive={base.isActive} />
          <Marks place={base} />
        </>
      }
      actions={
        <>
          <Button startIcon={<VisibilityOutlined aria-hidden />} onClick={() => setViewed(true)}>
            {words.look}
          </Button>
          {base.isActive && (
            <Button
              href={siteAddress(base)}
              target="_blank"
              rel="noopener"
              startIcon={<OpenInNew aria-hidden />}
            >
              {words.viewOnSite}
            </Button>
          )}
          {may("deletePlace", base) && (
            <Button color="error" startIcon={<DeleteOutlined aria-hidden />} onClick={() => setDoomed(true)}>
              {words.delete}
            </Button>
          )}
        </>
      }
    >
      <Box
        sx={{
          display: "grid",
          gap: 3,
          gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 272px" },
        }}
      >
        <BusinessForm
          start={start}
          form="PlaceChanges"
          draftName={`businesses/${base.id}`}
          save={save}
          saveLabel={words.form.save}
          maySetStanding={may("setStanding")}
        />
        <RecordPanel place={base} showsLive={isWide} />
      </Box>
      {isViewed && (
        <Suspense>
          <BusinessPreview place={base} onClose={() => setViewed(false)} />
        </Suspense>
      )}
      {conflict && (
        <ConflictDialog
          title={words.conflict}
          conflict={conflict}
          labelOf={(field) => words.fields[field].label}
          wordOf={wordOf}
          {...settle}
        />
      )}
      <DeleteBusiness
        place={isDoomed ? base : null}
        onClose={() => setDoomed(false)}
        onDeleted={() => redirect("list", "businesses")}
      />
    </Page>
  );
}

/** What the fields that are chosen, not typed, are called: for the two versions of a conflict. */
function useWords() {
  const { data = [] } = useGetList<CategoryResponse>("categories", {
    pagination: { page: 1, perPage: 1000 },
  });
  return (field: keyof PlaceText, text: PlaceText): string | null => {
    if (field === "coordinateConfidence")
      return (words.confidence as Record<string, string>)[text[field]] ?? null;
    if (field === "bookingType") return words.bookingTypes[text[field]];
    if (field !== "categoryIds") return null;
    return text.categoryIds.map((id) => data.find((one) => one.id === id)?.name ?? `#${id}`).join(", ");
  };
}

function WayBack() {
  return (
    <Button
      component={Link}
      to="/businesses"
      size="small"
      startIcon={<ArrowBack aria-hidden />}
      sx={{ ml: -1, mb: 1, color: "text.secondary" }}
    >
      {words.title}
    </Button>
  );
}

function Opening() {
  return (
    <Box sx={{ p: { xs: 2, md: 4 }, maxWidth: 1280, mx: "auto" }}>
      <Typography role="status" variant="body2" sx={{ color: "text.secondary" }}>
        {words.loadingOne}
      </Typography>
      <Skeleton width={280} height={56} />
      <Skeleton variant="rounded" height={480} sx={{ borderRadius: "16px", mt: 2 }} />
    </Box>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Box sx={{ p: { xs: 2, md: 4 } }}>
      <Alert severity="error" action={<Button onClick={onRetry}>{texts.portal.tryAgain}</Button>}>
        <AlertTitle>{words.failed.fetch}</AlertTitle>
        <Reason error={error} />
      </Alert>
    </Box>
  );
}
