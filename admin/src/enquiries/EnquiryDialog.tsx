import MailOutlined from "@mui/icons-material/MailOutlined";
import {
  Button,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormHelperText,
  Link,
  Typography,
} from "@mui/material";
import type { EnquiryResponse } from "@karst/client";
import { Link as RouterLink } from "react-router-dom";
import { EditInDialog } from "../form/EditRecord";
import { RecordDialog } from "../form/RecordDialog";
import { longDate } from "../kit/dates";
import { Facts, type Fact } from "../kit/Facts";
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
          words={{ loading: t("loadingOne"), failed: t("failed.fetch") }}
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
        <Facts facts={factsOf(enquiry)} />
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

function factsOf(enquiry: EnquiryResponse): Fact[] {
  const place = <bdi>{enquiry.businessName}</bdi>;
  return [
    [
      t("from"),
      <>
        <bdi>{enquiry.name}</bdi> · {enquiry.email}
      </>,
    ],
    [t("sentAt"), longDate(enquiry.createdAt)],
    [
      t("place"),
      enquiry.businessId ? (
        <Link component={RouterLink} to={`/businesses/${enquiry.businessId}`} color="secondary">
          {place}
        </Link>
      ) : (
        place
      ),
    ],
    [t("arrival"), enquiry.arrival],
    [t("departure"), enquiry.departure],
    [t("people"), enquiry.people],
    [t("recipient"), enquiry.recipient ?? t("noRecipient")],
    [t("delivery"), <DeliveryChip enquiry={enquiry} />],
    [
      t("reason"),
      enquiry.deliveryError ||
        (enquiry.delivery === "spam" && (
          <>
            <SpamBadge percent={enquiry.spamScore} />
            <SpamReasons reasons={enquiry.spamReasons} />
          </>
        )),
    ],
  ];
}

/** The `mailto:` URL of a reply. Its parts are encoded, so text of the sender cannot become a header. */
function replyUrl({ email, businessName }: EnquiryResponse): string {
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}?subject=${encodeURIComponent(t("subject", { place: businessName }))}`;
}
