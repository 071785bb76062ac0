import { Box, Card, Chip, Typography } from "@mui/material";
import type { MessageResponse } from "@karst/client";
import { useListContext } from "react-admin";
import { truncate } from "@karst/web/text";
import { listTexts } from "../kit/texts";
import { RecordList } from "../list/RecordList";
import { bdi } from "../kit/bdi";
import { Page } from "../layout/Page";
import { CountTabs } from "../list/CountTabs";
import { ExportList } from "../list/ExportList";
import { Records } from "../list/Records";
import { FilterBar } from "../list/FilterBar";
import { SearchBox } from "../list/SearchBox";
import { t } from "../messages/contact.gen";
import { t as tLayout } from "../messages/layout.gen";
import { MessageDialog } from "./MessageDialog";
import { MessageRow } from "./MessageRow";
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
    <Page title={tLayout("section.contact")} lead={t("lead")} actions={<ExportList />}>
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
    <Records<MessageResponse> label={t("list")} texts={listTexts(t, `none.${status}`)} tabFilter="status">
      {(messages) => (
        <Box component="ul" aria-label={t("list")} sx={{ listStyle: "none", m: 0, p: 0 }}>
          {messages.map((message) => (
            <MessageRow
              key={message.id}
              message={message}
              title={message.subject}
              path={`/contact/${message.id}`}
              label={t("open", { subject: message.subject })}
              badges={
                <>
                  <Chip
                    size="small"
                    variant="outlined"
                    label={t(`types.${message.type}`)}
                    sx={{ color: "text.secondary" }}
                  />
                  <ResponseTimeBadge message={message} />
                </>
              }
            >
              {message.note && (
                <Typography variant="body2" sx={{ mt: 0.5, color: "text.secondary", fontStyle: "italic" }}>
                  {t.rich("noteExcerpt", { note: truncate(message.note, 160), bdi })}
                </Typography>
              )}
            </MessageRow>
          ))}
        </Box>
      )}
    </Records>
  );
}
