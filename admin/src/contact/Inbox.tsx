import { Box, Card, Chip, Link, Typography } from "@mui/material";
import type { MessageResponse } from "@karst/client";
import { useListContext } from "react-admin";
import { Link as RouterLink, useLocation } from "react-router-dom";
import { excerpt, truncate } from "@karst/web/text";
import { RecordList } from "../list/RecordList";
import { bdi } from "../kit/bdi";
import { Page } from "../layout/Page";
import { Age } from "../list/Age";
import { CountTabs } from "../list/CountTabs";
import { Records } from "../list/Records";
import { FilterBar } from "../list/FilterBar";
import { SearchBox } from "../list/SearchBox";
import { t } from "../messages/contact.gen";
import { t as tLayout } from "../messages/layout.gen";
import { MessageDialog } from "./MessageDialog";
import { ResponseTimeBadge } from "./ResponseTimeBadge";
import type { MessageStatus } from "./shape";
import { useCounts } from "./useCounts";

const PANEL = "messages";

/** The contact inbox, for admins: messages by status. The URL holds tab, search and page. */
export default function Inbox() {
  return (
    <RecordList<MessageResponse> resource="contact" filterDefaultValues={{ status: "new" }}>
      <Messages />
    </RecordList>
  );
}

function Messages() {
  const { filterValues, setFilters } = useListContext();
  const { data: counts } = useCounts();
  const { status = "new" } = filterValues as { status?: MessageStatus };
  return (
    <Page title={tLayout("section.contact")} lead={t("lead")}>
      <Card sx={{ overflow: "clip" }}>
        <CountTabs
          label={tLayout("section.contact")}
          tabs={{
            new: t("status.new"),
            answered: t("status.answered"),
            closed: t("status.closed"),
            spam: t("status.spam"),
          }}
          counts={counts && { new: counts.new }}
          value={status}
          onChange={(chosen) => setFilters({ ...filterValues, status: chosen })}
          panel={PANEL}
        />
        <FilterBar>
          <SearchBox label={t("search")} />
        </FilterBar>
        <Box role="tabpanel" id={PANEL} aria-labelledby={`${PANEL}-${status}`}>
          <Rows status={status} />
        </Box>
      </Card>
      <MessageDialog />
    </Page>
  );
}

function Rows({ status }: { status: MessageStatus }) {
  return (
    <Records<MessageResponse>
      label={t("list")}
      texts={{
        loading: t("loading"),
        failed: t("failed.fetch"),
        none: { title: t(`none.${status}.title`), text: t(`none.${status}.text`) },
        noneFound: { title: t("noneFound.title"), text: t("noneFound.text"), clear: t("noneFound.clear") },
      }}
      tabFilter="status"
    >
      {(messages) => (
        <Box component="ul" aria-label={t("list")} sx={{ listStyle: "none", m: 0, p: 0 }}>
          {messages.map((message) => (
            <Row key={message.id} message={message} />
          ))}
        </Box>
      )}
    </Records>
  );
}

function Row({ message }: { message: MessageResponse }) {
  const { search } = useLocation();
  return (
    <Box component="li" sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: "divider" }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1, rowGap: 0.5 }}>
        <Typography component="h2" sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>
          <Link
            component={RouterLink}
            to={{ pathname: `/contact/${message.id}`, search }}
            aria-label={t("open", { subject: message.subject })}
            color="inherit"
            underline="hover"
          >
            <bdi>{message.subject}</bdi>
          </Link>
        </Typography>
        <Chip
          size="small"
          variant="outlined"
          label={t(`types.${message.type}`)}
          sx={{ color: "text.secondary" }}
        />
        <ResponseTimeBadge message={message} />
      </Box>
      <Typography component="div" variant="body2" sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
        <bdi>{message.name}</bdi> · {message.email} · <Age time={message.createdAt} />
      </Typography>
      <Typography variant="body2" dir="auto" sx={{ mt: 0.5, overflowWrap: "anywhere", maxWidth: "90ch" }}>
        {excerpt(message.message, 160)}
      </Typography>
      {message.note && (
        <Typography variant="body2" sx={{ mt: 0.5, color: "text.secondary", fontStyle: "italic" }}>
          {t.rich("noteExcerpt", { note: truncate(message.note, 160), bdi })}
        </Typography>
      )}
    </Box>
  );
}
