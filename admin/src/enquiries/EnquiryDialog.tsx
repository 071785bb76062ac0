import MailOutlined from "@mui/icons-material/MailOutlined";
import {
  Box,
  Button,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormHelperText,
  Link,
  Skeleton,
  Typography,
} from "@mui/material";
import { visuallyHidden } from "@mui/utils";
import type { EnquiryResponse } from "@karst/client";
import type { ReactNode } from "react";
import { useGetOne } from "react-admin";
import { Link as RouterLink } from "react-router-dom";
import { RecordDialog } from "../form/RecordDialog";
import { longDate } from "../kit/dates";
import { ListFailed } from "../list/ListStates";
import { SpamBadge, SpamReasons } from "../spam/SpamScore";
import { DeliveryChip } from "./DeliveryChip";
import { words } from "./words";

const TITLE_ID = "enquiry-title";

/** An enquiry over the list, while the address names one: `/enquiries/{id}`. */
export function EnquiryDialog() {
  return (
    <RecordDialog list="/enquiries" titleId={TITLE_ID} maxWidth="md">
      {(id, close) => (
        <>
          <Enquiry id={Number(id)} />
          <DialogActions sx={{ px: 3, pb: 2.5 }}>
            <Button onClick={close}>{words.close}</Button>
          </DialogActions>
        </>
      )}
    </RecordDialog>
  );
}

function Enquiry({ id }: { id: number }) {
  const { data, error } = useGetOne<EnquiryResponse>("enquiries", { id });
  if (data) {
    return (
      <>
        <DialogTitle id={TITLE_ID} sx={{ overflowWrap: "anywhere" }}>
          {words.heading(data.businessName)}
        </DialogTitle>
        <DialogContent sx={{ flexGrow: 1 }}>
          <Facts enquiry={data} />
          <Typography
            dir="auto"
            sx={{ my: 2, whiteSpace: "pre-line", overflowWrap: "anywhere", maxWidth: "72ch" }}
          >
            {data.message}
          </Typography>
          <Button variant="contained" href={replyTo(data)} startIcon={<MailOutlined aria-hidden />}>
            {words.answer}
          </Button>
          <FormHelperText>{words.answerHint}</FormHelperText>
        </DialogContent>
      </>
    );
  }
  return (
    <>
      <DialogTitle id={TITLE_ID}>{words.title}</DialogTitle>
      <DialogContent>
        {error ? (
          <ListFailed title={words.failed} error={error} />
        ) : (
          <>
            <span role="status" style={visuallyHidden}>
              {words.loadingOne}
            </span>
            <Skeleton variant="rounded" height={240} />
          </>
        )}
      </DialogContent>
    </>
  );
}

function Facts({ enquiry }: { enquiry: EnquiryResponse }) {
  return (
    <Box component="dl" sx={{ m: 0, display: "grid", gridTemplateColumns: "max-content 1fr", gap: 1 }}>
      <Fact label={words.from}>
        <bdi>{enquiry.name}</bdi> · {enquiry.email}
      </Fact>
      <Fact label={words.sentAt}>{longDate(enquiry.createdAt)}</Fact>
      <Fact label={words.place}>
        {enquiry.businessId ? (
          <Link component={RouterLink} to={`/businesses/${enquiry.businessId}`} color="secondary">
            <bdi>{enquiry.businessName}</bdi>
          </Link>
        ) : (
          <bdi>{enquiry.businessName}</bdi>
        )}
      </Fact>
      {enquiry.arrival && <Fact label={words.arrival}>{enquiry.arrival}</Fact>}
      {enquiry.departure && <Fact label={words.departure}>{enquiry.departure}</Fact>}
      {enquiry.people && <Fact label={words.people}>{enquiry.people}</Fact>}
      <Fact label={words.recipient}>{enquiry.recipient ?? words.noRecipient}</Fact>
      <Fact label={words.delivery}>
        <DeliveryChip enquiry={enquiry} />
      </Fact>
      {enquiry.deliveryError && <Fact label={words.reason}>{enquiry.deliveryError}</Fact>}
      {enquiry.delivery === "spam" && (
        <Fact label={words.reason}>
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

/** Opens the mail program with the reply begun. Parts are encoded, so nothing that was sent becomes a header. */
function replyTo({ email, businessName }: EnquiryResponse): string {
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}?subject=${encodeURIComponent(words.subject(businessName))}`;
}
