import { Box, Button, Card, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { LoadFailed, RowsSkeleton } from "../list/ListStates";
import { t } from "../messages/quality.gen";

interface ListSectionProps {
  id: string;
  title: string;
  hint: string;
  texts: { loading: string; failed: string; none: string };
  list: {
    isPending: boolean;
    error: unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
    refetch: () => unknown;
  };
  isEmpty: boolean;
  /** The items of the list. */
  children: ReactNode;
}

/** A list of the screen with its heading, which is loaded page by page. */
export function ListSection({ id, title, hint, texts, list, isEmpty, children }: ListSectionProps) {
  const heading = `${id}-heading`;
  return (
    <Box component="section" id={id} tabIndex={-1} aria-labelledby={heading} sx={{ mt: 4, outline: "none" }}>
      <Typography id={heading} variant="h2">
        {title}
      </Typography>
      <Typography sx={{ color: "text.secondary", mt: 0.5, mb: 1.5 }}>{hint}</Typography>
      {!!list.error && <LoadFailed title={texts.failed} isInline error={list.error} onRetry={list.refetch} />}
      {!list.error && (
        <Card>
          {list.isPending && <RowsSkeleton label={texts.loading} />}
          {!list.isPending && isEmpty && (
            <Typography role="status" sx={{ color: "text.secondary", p: 2 }}>
              {texts.none}
            </Typography>
          )}
          {!isEmpty && (
            <Box component="ul" aria-labelledby={heading} sx={{ listStyle: "none", m: 0, p: 0 }}>
              {children}
            </Box>
          )}
        </Card>
      )}
      {list.hasNextPage && (
        <Button
          variant="outlined"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
          sx={{ mt: 1.5, minHeight: 44 }}
        >
          {t("more")}
        </Button>
      )}
    </Box>
  );
}
