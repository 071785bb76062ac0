import type { ReactNode } from "react";

/** The tag `<bdi>` in messages: isolates a name whose direction may differ from the sentence. */
export const bdi = (content: ReactNode) => <bdi key="bdi">{content}</bdi>;
