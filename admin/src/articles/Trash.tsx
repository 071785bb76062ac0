import { Box } from "@mui/material";
import type { ArticleTrashItem } from "@karst/client";
import { useAccount } from "../identity/useAccount";
import { AccessDeniedNotice } from "../layout/AccessDenied";
import { Trash as TrashList } from "../list/Trash";
import { texts } from "../texts";
import { wayBack } from "./wayBack";
import { words } from "./words";

/** The articles that were deleted. */
export default function Trash() {
  const { account, may } = useAccount();
  if (!may("writeArticles")) {
    return (
      <Box sx={{ p: { xs: 2, md: 4 } }}>
        <AccessDeniedNotice account={account} text={texts.identity.denied.page} />
      </Box>
    );
  }
  return (
    <TrashList<ArticleTrashItem>
      wayBack={wayBack}
      title={words.title}
      words={{
        ...words.trash,
        tabs: words.tabs,
        loading: words.loading,
        fetchFailed: words.failed.fetch,
      }}
      name={({ title }) => title}
      details={({ author, isActive, publicationDate }) => (
        <>
          <span>{words.by(author)}</span>
          <span>{words.trash.will(isActive, new Date(publicationDate) > new Date())}</span>
        </>
      )}
    />
  );
}
