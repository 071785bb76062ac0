import { Box, Card, Link, Typography } from "@mui/material";
import type { EnquiryResponse } from "@karst/client";
import { Link as RouterLink, useLocation } from "react-router-dom";
import { excerpt } from "@karst/web/text";
import { FilterBar } from "../list/FilterBar";
import { FilterSelect } from "../list/FilterSelect";
import { RecordList } from "../list/RecordList";
import { Page } from "../layout/Page";
import { Age } from "../list/Age";
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
    <Page title={tLayout("section.enquiries")} lead={t("lead")}>
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
    <Records<EnquiryResponse>
      label={tLayout("section.enquiries")}
      texts={{
        loading: t("loading"),
        failed: t("failed"),
        none: { title: t("none.title"), text: t("none.text") },
        noneFound: { title: t("noneFound.title"), text: t("noneFound.text"), clear: t("noneFound.clear") },
      }}
    >
      {(enquiries) => (
        <Box component="ul" aria-label={tLayout("section.enquiries")} sx={{ listStyle: "none", m: 0, p: 0 }}>
          {enquiries.map((enquiry) => (
            <Row key={enquiry.id} enquiry={enquiry} />
          ))}
        </Box>
      )}
    </Records>
  );
}

function Row({ enquiry }: { enquiry: EnquiryResponse }) {
  const { search } = useLocation();
  return (
    <Box component="li" sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: "divider" }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1, rowGap: 0.5 }}>
        <Typography component="h2" sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>
          <Link
            component={RouterLink}
            to={{ pathname: `/enquiries/${enquiry.id}`, search }}
            aria-label={t("open", { name: enquiry.name, place: enquiry.businessName })}
            color="inherit"
            underline="hover"
          >
            <bdi>{enquiry.businessName}</bdi>
          </Link>
        </Typography>
        <DeliveryChip enquiry={enquiry} />
      </Box>
      <Typography component="div" variant="body2" sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
        <bdi>{enquiry.name}</bdi> · {enquiry.email} · <Age time={enquiry.createdAt} />
      </Typography>
      <Typography variant="body2" dir="auto" sx={{ mt: 0.5, overflowWrap: "anywhere", maxWidth: "90ch" }}>
        {excerpt(enquiry.message, 160)}
      </Typography>
    </Box>
  );
}
