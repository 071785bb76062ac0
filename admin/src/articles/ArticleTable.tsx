import { Box, TableContainer } from "@mui/material";
import type { ArticleResponse } from "@karst/client";
import { DataTable } from "react-admin";
import { DraftChip } from "../drafts/DraftChip";
import { UnpublishChip } from "../drafts/UnpublishChip";
import { dateIn } from "../kit/zone";
import { useSettings } from "../layout/useSettings";
import { SortedHead } from "../list/SortedHead";
import { t } from "../messages/articles.gen";
import { ArticleRowActions, Badges, Thumb, TitleLink, type ArticleActions } from "./ArticleRows";

const Column = DataTable.Col<ArticleResponse>;

/** The list on wide screens. It scrolls horizontally at large text sizes. */
export function ArticleTable(actions: ArticleActions) {
  const zone = useSettings()?.timeZone;
  return (
    <TableContainer>
      <DataTable<ArticleResponse>
        aria-label={t("list")}
        bulkActionButtons={false}
        head={SortedHead}
        rowClick={false}
      >
        <Column
          source="title"
          label={t("columns.title")}
          cellSx={() => ({ width: "99%", minWidth: 220, overflowWrap: "anywhere", fontWeight: 600 })}
          render={(article) => (
            <Box
              sx={{
                display: "grid",
                gridTemplateColumns: "56px minmax(0, 1fr)",
                gap: 2,
                alignItems: "center",
              }}
            >
              <Thumb address={article.mainImageUrl} />
              <Box>
                <TitleLink article={article} /> <DraftChip kind="articles" id={article.id} />{" "}
                <UnpublishChip time={article.unpublishAt} />
              </Box>
            </Box>
          )}
        />
        <Column
          source="status"
          disableSort
          label={t("columns.status")}
          render={(article) => (
            <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5 }}>
              <Badges article={article} />
            </Box>
          )}
        />
        <Column
          source="author"
          disableSort
          label={t("columns.author")}
          cellSx={() => ({ minWidth: 90 })}
          render={({ author }) => <bdi>{author}</bdi>}
        />
        <Column
          source="publicationDate"
          sortByOrder="DESC"
          label={t("columns.publicationDate")}
          cellSx={() => ({ minWidth: 110 })}
          render={({ publicationDate }) => (
            <time dateTime={publicationDate}>{dateIn(zone, publicationDate)}</time>
          )}
        />
        <Column
          label={t("columns.actions")}
          cellSx={() => ({ "& > div": { flexWrap: "nowrap" } })}
          render={(article) => <ArticleRowActions article={article} {...actions} />}
        />
      </DataTable>
    </TableContainer>
  );
}
