import { Chip } from "@mui/material";
import type { EnquiryResponse } from "@karst/client";
import { words } from "./words";

/** How an enquiry's email fared, with the address that the mail server refused; what reached nobody stands out. */
export function DeliveryChip({
  enquiry: { delivery, recipient },
}: {
  enquiry: Pick<EnquiryResponse, "delivery" | "recipient">;
}) {
  const isRefused = delivery === "failed" && recipient !== null;
  const isLost = !["sent", "waiting", "spam"].includes(delivery);
  return (
    <Chip
      size="small"
      variant="outlined"
      label={isRefused ? `${words.deliveries.failed}: ${recipient}` : words.deliveries[delivery]}
      color={isLost ? "error" : "default"}
    />
  );
}
