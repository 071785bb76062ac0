import MailOutlined from "@mui/icons-material/MailOutlined";
import {
  Box,
  Button,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormHelperText,
  Link,
  Typography,
} from "@mui/material";
import type { EnquiryResponse } from "@karst/client";
import type { ReactNode } from "react";
import { Link as RouterLink } from "react-router-dom";
import { EditInDialog } from "../form/EditRecord";
import { RecordDialog } from "../form/RecordDialog";
import { longDate } from "../kit/dates";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/enquiries.gen";
import { t as tLayout } from "../messages/layout.gen";
import { SpamBadge, SpamReasons } from "../spam/SpamScore";
import { DeliveryChip } from "./DeliveryChip";

/** An enquiry in a dialog over the list, at `/enquiries/{id}`. */
export function EnquiryDialog() {
  return (
    <RecordDialog list="/enquiries" maxWidth="md">
      {(id, close) => (
        <EditInDialog<EnquiryResponse>
          key={id}
          resource="enquiries"
          id={Number(id)}
          title={tLayout("section.enquiries")}
          words={{ loading: t("loadingOne"), failed: t("failed") }}
          heights={[240]}
          onClose={close}
        >
          {(enquiry) => <Enquiry enquiry={enquiry} onClose={close} />}
        </EditInDialog>
      )}
    </RecordDialog>
  );
}

function Enquiry({ enquiry, onClose }: { enquiry: EnquiryResponse; onClose: () => void }) {
  return (
    <>
      <DialogTitle sx={{ overflowWrap: "anywhere" }}>
        {t("heading", { place: enquiry.businessName })}
      </DialogTitle>
      <DialogContent sx={{ flexGrow: 1 }}>
        <Facts enquiry={enquiry} />
        <Typography
          dir="auto"
          sx={{ my: 2, whiteSpace: "pre-line", overflowWrap: "anywhere", maxWidth: "72ch" }}
        >
          {enquiry.message}
        </Typography>
        <Button variant="contained" href={replyUrl(enquiry)} startIcon={<MailOutlined aria-hidden />}>
          {t("answer")}
        </Button>
        <FormHelperText>{t("answerHint")}</FormHelperText>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button onClick={onClose}>{tCommon("close")}</Button>
      </DialogActions>
    </>
  );
}

function Facts({ enquiry }: { enquiry: EnquiryResponse }) {
  return (
    <Box component="dl" sx={{ m: 0, display: "grid", gridTemplateColumns: "max-content 1fr", gap: 1 }}>
      <Fact label={t("from")}>
        <bdi>{enquiry.name}</bdi> · {enquiry.email}
      </Fact>
      <Fact label={t("sentAt")}>{longDate(enquiry.createdAt)}</Fact>
      <Fact label={t("place")}>
        {enquiry.businessId ? (
          <Link component={RouterLink} to={`/businesses/${enquiry.businessId}`} color="secondary">
            <bdi>{enquiry.businessName}</bdi>
          </Link>
        ) : (
          <bdi>{enquiry.businessName}</bdi>
        )}
      </Fact>
      {enquiry.arrival && <Fact label={t("arrival")}>{enquiry.arrival}</Fact>}
      {enquiry.departure && <Fact label={t("departure")}>{enquiry.departure}</Fact>}
      {enquiry.people && <Fact label={t("people")}>{enquiry.people}</Fact>}
      <Fact label={t("recipient")}>{enquiry.recipient ?? t("noRecipient")}</Fact>
      <Fact label={t("delivery")}>
        <DeliveryChip enquiry={enquiry} />
      </Fact>
      {enquiry.deliveryError && <Fact label={t("reason")}>{enquiry.deliveryError}</Fact>}
      {enquiry.delivery === "spam" && (
        <Fact label={t("reason")}>
          <SpamBadge percent={enquiry.spamScore} />
          <SpamReasons reasons={enquiry.spamReasons} />
        </Fact>
      )}
    </Box>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <Typography component="dt" variant="body2" sx={{ color: "text.secondary" }}>
        {label}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: "anywhere" }}>
        {children}
      </Typography>
    </>
  );
}

/** The `mailto:` URL of a reply. Its parts are encoded, so text of the sender cannot become a header. */
function replyUrl({ email, businessName }: EnquiryResponse): string {
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}?subject=${encodeURIComponent(t("subject", { place: businessName }))}`;
}
