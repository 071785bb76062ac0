import OpenInNew from "@mui/icons-material/OpenInNew";
import UndoOutlined from "@mui/icons-material/UndoOutlined";
import { Box, Button, Chip, Typography } from "@mui/material";
import type { ProposalResponse } from "@karst/client";
import { Link } from "react-router-dom";
import { sitePath } from "../businesses/site";
import { bdi } from "../kit/bdi";
import { useNow } from "../kit/useNow";
import { Age } from "../list/Age";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/reports.gen";
import { SpamBadge, SpamReasons } from "../spam/SpamScore";
import { ProposedFields } from "./ProposedFields";
import type { Edits } from "./shape";

interface ReportReviewProps {
  report: ProposalResponse;
  edits: Edits;
  isBusy: boolean;
  onEdit: (field: string, text: string) => void;
  onAccept: () => void;
  onDecline: () => void;
  onUndo: () => void;
}

/** One report of the queue: the traveler's text, the proposed change, and the decisions. */
export function ReportReview(props: ReportReviewProps) {
  const { report, edits, isBusy, onEdit } = props;
  const isOpen = report.state === "open";
  return (
    <Box aria-busy={isBusy} sx={{ opacity: isBusy ? 0.6 : 1 }}>
      <Head report={report} />
      {report.reports.map(({ details, email, createdAt }, at) => (
        <Box key={at} sx={{ my: 1 }}>
          {details && (
            <Typography
              dir="auto"
              sx={{ whiteSpace: "pre-line", overflowWrap: "anywhere", maxWidth: "72ch" }}
            >
              {details}
            </Typography>
          )}
          {(details || email) && (
            <Typography
              component="div"
              variant="body2"
              sx={{ color: "text.secondary", overflowWrap: "anywhere" }}
            >
              <Age time={createdAt} />
              {email && <> · {t("byEmail", { email })}</>}
            </Typography>
          )}
        </Box>
      ))}
      <ProposedFields
        fields={report.fields}
        edits={edits}
        isEditable={isOpen && report.kind !== "stillRight"}
        onEdit={onEdit}
      />
      {report.note && (
        <Typography variant="body2" sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
          {t.rich("note", { note: report.note, bdi })}
        </Typography>
      )}
      {report.isSpam && <SpamReasons reasons={report.spamReasons} />}
      <Actions {...props} />
    </Box>
  );
}

/** The place, the subject of the report, the number of its senders, and its time. */
function Head({ report }: { report: ProposalResponse }) {
  const { kind, group, place } = report;
  return (
    <>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1.25, rowGap: 0.5 }}>
        <Typography component="h2" variant="h3" sx={{ overflowWrap: "anywhere" }}>
          <bdi>{place.name}</bdi>
        </Typography>
        {kind && (
          <Chip size="small" label={t(`kinds.${kind}`)} color={kind === "unsafe" ? "error" : "default"} />
        )}
        {report.origin === "owner" && <Chip size="small" color="info" label={t("owner")} />}
        {kind === "stillRight" && group && <Chip size="small" label={t(`groups.${group}`)} />}
        {report.isSpam && <SpamBadge percent={report.spamScore} />}
      </Box>
      <Typography component="div" variant="body2" sx={{ color: "text.secondary" }}>
        {report.sourceCount > 0 && <>{t("sources", { count: report.sourceCount })} · </>}
        <Age time={report.updatedAt} />
      </Typography>
    </>
  );
}

function Actions({ report, isBusy, onAccept, onDecline, onUndo }: ReportReviewProps) {
  const now = useNow(5000);
  const { id, name, isActive } = report.place;
  const canUndo = report.canUndoUntil !== null && Date.parse(report.canUndoUntil) > now;
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1.5 }}>
      {report.state === "open" && (
        <>
          <Button
            variant="contained"
            disabled={isBusy}
            aria-label={t("acceptFor", { name })}
            aria-keyshortcuts="a"
            onClick={onAccept}
          >
            {t("accept")}
          </Button>
          <Button
            variant="outlined"
            disabled={isBusy}
            aria-label={t("declineFor", { name })}
            aria-keyshortcuts="d"
            onClick={onDecline}
          >
            {t("decline")}
          </Button>
        </>
      )}
      {canUndo && (
        <Button
          startIcon={<UndoOutlined aria-hidden />}
          disabled={isBusy}
          aria-label={t("undoFor", { name })}
          onClick={onUndo}
        >
          {tCommon("undo")}
        </Button>
      )}
      <Button component={Link} to={`/businesses/${id}`}>
        {t("edit")}
      </Button>
      {isActive && (
        <Button
          href={sitePath(report.place)}
          target="_blank"
          rel="noopener"
          endIcon={<OpenInNew aria-hidden />}
        >
          {t("open")}
        </Button>
      )}
    </Box>
  );
}
