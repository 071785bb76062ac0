import { useState } from "react";
import { useAccount } from "../identity/useAccount";
import { toText, type ArticleText } from "./shape";

/** What the dialog asks for before the page of a new article opens. */
export type ArticleStart = Pick<ArticleText, "title" | "author" | "publicationDate">;

/** The initial form of a new article: by this account, dated now, and off the site until somebody publishes it. */
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
