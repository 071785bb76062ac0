import { Alert, Box, Typography } from "@mui/material";
import { useDeferredValue, useMemo } from "react";
import { t } from "../messages/richText.gen";
import { parsed } from "./dom";
import { removedParts, type RemovedKind } from "./removed";

const WORDS_PER_MINUTE = 200;
const MAX_NAMES = 5;
const MAX_NAME_LENGTH = 60;

/** The length of a text, and what the server will remove from it. Follows the typing with a delay. */
export function TextFacts({ html }: { html: string }) {
  const text = useDeferredValue(html);
  const words = useMemo(() => wordCount(text), [text]);
  const removed = useMemo(
    () =>
      (Object.entries(removedParts(text)) as [RemovedKind, string[]][]).filter(
        ([, names]) => names.length > 0,
      ),
    [text],
  );
  return (
    <>
      <Typography variant="caption" component="p" sx={{ color: "text.secondary", px: 0.25, mt: 0.5 }}>
        {t("length", { words, minutes: Math.ceil(words / WORDS_PER_MINUTE) })}
      </Typography>
      {removed.length > 0 && (
        <Alert severity="warning" role="status" sx={{ mt: 1 }}>
          {t("removed.title")}
          <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: "anywhere" }}>
            {removed.map(([kind, names]) => (
              <li key={kind}>{t(`removed.${kind}`, { names: listed(names) })}</li>
            ))}
          </Box>
        </Alert>
      )}
    </>
  );
}

function listed(names: readonly string[]): string {
  const shown = names
    .slice(0, MAX_NAMES)
    .map((name) => (name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name))
    .join(", ");
  const rest = names.length - MAX_NAMES;
  return rest > 0 ? t("removed.more", { names: shown, count: rest }) : shown;
}

/** The number of words in the text of `html`; the end of a block and a line break end a word. */
export function wordCount(html: string): number {
  const spaced = html.replace(
    /<\/(?!(?:a|b|strong|i|em|s|del|sub|sup|small|mark|code)\b)[a-z]|<br\b/gi,
    " $&",
  );
  return parsed(spaced).body.textContent.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0;
}
