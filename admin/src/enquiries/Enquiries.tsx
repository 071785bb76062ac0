import { Box, Card, MenuItem, TextField } from "@mui/material";
import type { EnquiryResponse } from "@karst/client";
import { useListContext } from "react-admin";
import { listTexts } from "../kit/texts";
import { MessageRow } from "../contact/MessageRow";
import { FilterBar } from "../list/FilterBar";
import { RecordList } from "../list/RecordList";
import { Page } from "../layout/Page";
import { Records } from "../list/Records";
import { narrowing, SearchBox } from "../list/SearchBox";
import { t } from "../messages/enquiries.gen";
import { t as tLayout } from "../messages/layout.gen";
import { DeliveryChip } from "./DeliveryChip";
import { EnquiryDialog } from "./EnquiryDialog";

const DELIVERIES = ["waiting", "sent", "failed", "no_mail_server", "no_address", "spam"] as const;

type Filters = { delivery?: EnquiryResponse["delivery"]; q?: string };

/** Enquiries to all places for admins, and to their own places for owners. */
export default function Enquiries() {
  return (
    <RecordList<EnquiryResponse> resource="enquiries">
      <List />
    </RecordList>
  );
}

function List() {
  const { filterValues, setFilters } = useListContext();
  const filters = filterValues as Filters;
  const set = (change: Filters) => setFilters(narrowing({ ...filters, ...change }), {}, false);
  return (
    <Page title={tLayout("section.enquiries")} lead={t("lead")}>
      <Card sx={{ overflow: "clip" }}>
        <FilterBar>
          <SearchBox label={t("search")} value={filters.q ?? ""} onChange={(q) => set({ q })} />
          <TextField
            select
            label={t("delivery")}
            value={filters.delivery ?? ""}
            onChange={({ target }) => set({ delivery: (target.value || undefined) as Filters["delivery"] })}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
            sx={{ flex: "0 1 240px" }}
          >
            <MenuItem value="">{t("any")}</MenuItem>
            {DELIVERIES.map((delivery) => (
              <MenuItem key={delivery} value={delivery}>
                {t(`deliveries.${delivery}`)}
              </MenuItem>
            ))}
          </TextField>
        </FilterBar>
        <Rows />
      </Card>
      <EnquiryDialog />
    </Page>
  );
}

function Rows() {
  return (
    <Records<EnquiryResponse> label={tLayout("section.enquiries")} texts={listTexts(t, "none")}>
      {(enquiries) => (
        <Box component="ul" aria-label={tLayout("section.enquiries")} sx={{ listStyle: "none", m: 0, p: 0 }}>
          {enquiries.map((enquiry) => (
            <MessageRow
              key={enquiry.id}
              message={enquiry}
              title={enquiry.businessName}
              path={`/enquiries/${enquiry.id}`}
              label={t("open", { name: enquiry.name, place: enquiry.businessName })}
              badges={<DeliveryChip enquiry={enquiry} />}
            />
          ))}
        </Box>
      )}
    </Records>
  );
}
