import { Chip } from "@mui/material";
import type { EnquiryResponse } from "@karst/client";
import { t } from "../messages/enquiries.gen";

/** The delivery status of an enquiry, with the recipient that the mail server rejected. Failures are red. */
export function DeliveryChip({
  enquiry: { delivery, recipient },
}: {
  enquiry: Pick<EnquiryResponse, "delivery" | "recipient">;
}) {
  const isRejected = delivery === "failed" && recipient !== null;
  const isUndelivered = !["sent", "waiting", "spam"].includes(delivery);
  return (
    <Chip
      size="small"
      variant="outlined"
      label={isRejected ? t("rejectedRecipient", { recipient }) : t(`deliveries.${delivery}`)}
      color={isUndelivered ? "error" : "default"}
    />
  );
}
