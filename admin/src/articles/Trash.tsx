import type { ArticleTrashItem } from "@karst/client";
import { Trash as TrashList } from "../list/Trash";
import { wayBack } from "./wayBack";
import { words } from "./words";

/** The articles that were deleted. */
export default function Trash() {
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
