import { Chip } from "@mui/material";
import type { EnquiryView } from "@karst/client";
import { words } from "./words";

/** How an enquiry's email fared; what reached nobody stands out. */
export function DeliveryChip({ delivery }: { delivery: EnquiryView["delivery"] }) {
  const isLost = !["sent", "waiting", "spam"].includes(delivery);
  return (
    <Chip
      size="small"
      variant="outlined"
      label={words.deliveries[delivery]}
      color={isLost ? "error" : "default"}
    />
  );
}
