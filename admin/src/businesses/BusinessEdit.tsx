import ArrowBack from "@mui/icons-material/ArrowBack";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import OpenInNew from "@mui/icons-material/OpenInNew";
import VisibilityOutlined from "@mui/icons-material/VisibilityOutlined";
import { Box, Button, useMediaQuery, type Theme } from "@mui/material";
import type { CategoryResponse, Draft, PlaceRequest, PlaceResponse } from "@karst/client";
import { lazy, Suspense, useState } from "react";
import { useGetList, useRedirect } from "react-admin";
import { Link, useParams } from "react-router-dom";
import { AddAlert } from "../alerts/AddAlert";
import { useZone } from "../audit/useZone";
import { useDraftEditing } from "../drafts/useDraftEditing";
import { ConflictDialog } from "../form/ConflictDialog";
import { EditOnPage } from "../form/EditRecord";
import { HistoryButton } from "../history/HistoryButton";
import { useAccount } from "../identity/useAccount";
import { calendarDateIn, dateOfField } from "../kit/zone";
import { AccessDeniedNotice } from "../layout/AccessDenied";
import { Page } from "../layout/Page";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/businesses.gen";
import { t as tCommon } from "../messages/common.gen";
import { t as tForm } from "../messages/placeForm.gen";
import { useRenew } from "../useRenew";
import { useAccountName } from "../users/AccountSelect";
import { BusinessForm } from "./BusinessForm";
import { checkLines, checksOf } from "./checks";
import { DeleteBusiness } from "./DeleteBusiness";
import { accuracyLabel } from "./locationAccuracy";
import { LiveMark } from "../live/LiveMark";
import { ActiveBadge, Marks } from "./Marks";
import { priceTexts } from "./prices";
import { RecordPanel } from "./RecordPanel";
import { toForm, toText, type PlaceText } from "./shape";
import { sitePath } from "./site";
import { WaitingChanges } from "./WaitingChanges";

const BusinessPreview = lazy(() => import("./BusinessPreview"));

/** One place, in its four tabs. */
export default function BusinessEdit() {
  const { id = "" } = useParams();
  return (
    <EditOnPage<PlaceResponse>
      key={id}
      resource="businesses"
      id={Number(id)}
      title={t("title")}
      words={{ loading: t("loadingOne"), failed: t("failed.fetch") }}
      draftOf={{ kind: "businesses", id }}
    >
      {(place, draft) => <Allowed place={place} draft={draft} />}
    </EditOnPage>
  );
}

interface EditorProps {
  place: PlaceResponse;
  draft: Draft | null;
}

/** The form, for accounts that may edit the place. */
function Allowed(props: EditorProps) {
  const { account, may } = useAccount();
  if (may("editPlace", props.place)) return <Editor {...props} />;
  return (
    <Box sx={{ p: { xs: 2, md: 4 } }}>
      <AccessDeniedNotice account={account} />
    </Box>
  );
}

function Editor({ place, draft }: EditorProps) {
  const { may } = useAccount();
  const toast = useToast();
  const renew = useRenew();
  const { base, conflict, adopt, ...editing } = useDraftEditing<PlaceResponse, PlaceText, PlaceRequest>({
    recordKey: { kind: "businesses", id: String(place.id) },
    draft,
    isPublic: ({ isActive }) => isActive,
    resource: "businesses",
    record: place,
    toText,
    toForm,
    failed: t("failed.update"),
    onSaved: (saved) => {
      toast.done(t("done.update"), <LiveMark place={saved} />, saved.warnings);
      void renew(["proposals"]);
    },
  });
  const redirect = useRedirect();
  // On narrow screens the panel comes after a long form, so the status is under the title.
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up("lg"));
  const [isPreviewing, setPreviewing] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const [isBesidePreview, setBesidePreview] = useState(false);
  const valueLabel = useValueLabel(conflict?.theirs.ownerId, conflict?.mine.ownerId);
  return (
    <Page
      title={base.name}
      lead={!isWide && <LiveMark place={base} />}
      before={<BackLink />}
      beside={
        <>
          <ActiveBadge isActive={base.isActive} />
          <Marks place={base} />
        </>
      }
      actions={
        <>
          <Button startIcon={<VisibilityOutlined aria-hidden />} onClick={() => setPreviewing(true)}>
            {t("preview.open")}
          </Button>
          <AddAlert places={[base]} />
          <HistoryButton kind="businesses" id={base.id} name={base.name} onRestored={adopt} />
          {base.isActive && (
            <Button
              href={sitePath(base)}
              target="_blank"
              rel="noopener"
              startIcon={<OpenInNew aria-hidden />}
            >
              {t("viewOnSite")}
            </Button>
          )}
          {may("deletePlace", base) && (
            <Button
              color="error"
              startIcon={<DeleteOutlined aria-hidden />}
              onClick={() => setDeleting(true)}
            >
              {tCommon("delete")}
            </Button>
          )}
        </>
      }
    >
      <WaitingChanges place={base} />
      <Box
        sx={{
          display: "grid",
          gap: 3,
          gridTemplateColumns: {
            xs: "minmax(0, 1fr)",
            lg: isBesidePreview ? undefined : "minmax(0, 1fr) 272px",
          },
        }}
      >
        <BusinessForm
          {...editing}
          form="PlaceChanges"
          copyName={`businesses/${base.id}`}
          maySetAdminFields={may("setStanding")}
          onPreview={setBesidePreview}
        />
        {!isBesidePreview && <RecordPanel place={base} showsLive={isWide} />}
      </Box>
      {isPreviewing && (
        <Suspense>
          <BusinessPreview place={base} onClose={() => setPreviewing(false)} />
        </Suspense>
      )}
      <ConflictDialog
        title={t("conflict")}
        conflict={conflict}
        labelOf={(field) => tForm(`fields.${field}`)}
        wordOf={valueLabel}
      />
      <DeleteBusiness
        place={isDeleting ? base : null}
        onClose={() => setDeleting(false)}
        onDeleted={() => redirect("list", "businesses")}
      />
    </Page>
  );
}

/** The labels of selected values, for the conflict dialog. */
function useValueLabel(...owners: [string | undefined, string | undefined]) {
  const names = [useAccountName(owners[0] ?? ""), useAccountName(owners[1] ?? "")];
  const { data = [] } = useGetList<CategoryResponse>("categories", {
    pagination: { page: 1, perPage: 1000 },
  });
  const zone = useZone();
  return (field: keyof PlaceText, text: PlaceText): string | null => {
    const date = dateOfField(zone, field, text[field]);
    if (date !== null) return date;
    if (field === "checks") return checkLines(checksOf(text.checks), (time) => calendarDateIn(zone, time));
    if (field === "prices") return priceTexts(text.prices);
    if (field === "coordinateConfidence") return accuracyLabel(text[field]);
    if (field === "bookingType") return tForm("bookingType", { value: text[field] });
    if (field === "ownerId" && text.ownerId) return names[owners.indexOf(text.ownerId)] ?? "\u00a0";
    if (field !== "categoryIds") return null;
    return text.categoryIds.map((id) => data.find((one) => one.id === id)?.name ?? `#${id}`).join(", ");
  };
}

function BackLink() {
  return (
    <Button
      component={Link}
      to="/businesses"
      size="small"
      startIcon={<ArrowBack aria-hidden />}
      sx={{ ml: -1, mb: 1, color: "text.secondary" }}
    >
      {t("title")}
    </Button>
  );
}
