import { useState } from "react";
import { useAccount } from "../identity/useAccount";
import { toText, type ArticleText } from "./shape";

/** The fields of the dialog that opens before the page of a new article. */
export type ArticleStart = Pick<ArticleText, "title" | "author" | "publicationDate">;

/** The initial form of a new article: by the signed-in account, dated now, and inactive until it is published. */
export function useNewArticle(): ArticleText {
  const { account } = useAccount();
  const [start] = useState(() =>
    toText({
      author: account?.displayName ?? "",
      publicationDate: new Date().toISOString(),
      isActive: false,
    }),
  );
  return start;
}
