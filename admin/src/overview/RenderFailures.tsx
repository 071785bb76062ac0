import type { RenderFailure } from "@karst/client";
import { Alert, AlertTitle, Box, Link } from "@mui/material";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link as RouterLink } from "react-router-dom";
import { dayOf, minuteOf } from "../kit/dates";
import { LoadFailed } from "../list/ListStates";
import { t } from "../messages/overview.gen";
import { renderFailures } from "../resources";
import { useAsk } from "../useAsk";

/** The maximum number of pages listed by name. */
const MAX_LISTED = 10;

/** The maximum number of pages in one response. */
const MAX_ANSWERED = 200;

/** "2 pages could not be updated", with the record and the reason of each; nothing while every page renders. */
export function RenderFailures() {
  const ask = useAsk();
  const { data, error, refetch } = useQuery({
    queryKey: ["renderFailures"],
    queryFn: () => ask(renderFailures),
  });
  if (error)
    return (
      <LoadFailed
        title={t("renderFailures.failed")}
        isInline
        error={error}
        onRetry={refetch}
        sx={{ mb: 4 }}
      />
    );
  if (!data?.length) return null;
  return (
    <Alert severity="warning" sx={{ mb: 4 }}>
      <AlertTitle component="h2">
        {t(data.length < MAX_ANSWERED ? "renderFailures.title" : "renderFailures.titleAtLeast", {
          count: data.length,
        })}
      </AlertTitle>
      {t("renderFailures.hint")}
      <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5, overflowWrap: "anywhere" }}>
        {data.slice(0, MAX_LISTED).map((failure) => (
          <Item key={failure.path} {...failure} />
        ))}
        {data.length > MAX_LISTED && <li>{t("renderFailures.more", { count: data.length - MAX_LISTED })}</li>}
      </Box>
    </Alert>
  );
}

function Item({ path, kind, id, name, reason, since }: RenderFailure) {
  const form = kind && id && FORMS[kind]?.(id);
  return (
    <li>
      {t.rich("renderFailures.item", {
        name: form ? (name ?? "") : path,
        reason,
        day: dayOf(since),
        time: minuteOf(since),
        page: (content: ReactNode) =>
          form ? (
            <Link key="page" component={RouterLink} to={form} color="inherit">
              <bdi>{content}</bdi>
            </Link>
          ) : (
            content
          ),
      })}
    </li>
  );
}

/** The path of the form for each kind of record. */
const FORMS: Partial<Record<NonNullable<RenderFailure["kind"]>, (id: string) => string>> = {
  place: (id) => `/businesses/${id}`,
  article: (id) => `/articles/${id}`,
};
