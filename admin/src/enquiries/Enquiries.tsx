import { Box, Card } from "@mui/material";
import type { EnquiryResponse } from "@karst/client";
import { listTexts } from "../kit/texts";
import { MessageRow } from "../contact/MessageRow";
import { ExportList } from "../list/ExportList";
import { FilterBar } from "../list/FilterBar";
import { FilterSelect } from "../list/FilterSelect";
import { RecordList } from "../list/RecordList";
import { Page } from "../layout/Page";
import { Records } from "../list/Records";
import { SearchBox } from "../list/SearchBox";
import { t } from "../messages/enquiries.gen";
import { t as tLayout } from "../messages/layout.gen";
import { DeliveryChip } from "./DeliveryChip";
import { EnquiryDialog } from "./EnquiryDialog";

const DELIVERIES = ["waiting", "sent", "failed", "no_mail_server", "no_address", "spam"] as const;

/** Enquiries to all places for admins, and to their own places for owners. */
export default function Enquiries() {
  return (
    <RecordList<EnquiryResponse> resource="enquiries">
      <List />
    </RecordList>
  );
}

function List() {
  return (
    <Page title={tLayout("section.enquiries")} lead={t("lead")} actions={<ExportList />}>
      <Card sx={{ overflow: "clip" }}>
        <FilterBar>
          <SearchBox label={t("search")} />
          <FilterSelect
            source="delivery"
            label={t("delivery")}
            options={{
              "": t("any"),
              ...Object.fromEntries(DELIVERIES.map((delivery) => [delivery, t(`deliveries.${delivery}`)])),
            }}
          />
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
