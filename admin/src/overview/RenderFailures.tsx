import type { RenderFailure } from "@karst/client";
import { Alert, AlertTitle, Box, Button, Link } from "@mui/material";
import { useQuery } from "@tanstack/react-query";
import { Link as RouterLink } from "react-router-dom";
import { dayOf, minuteOf } from "../kit/dates";
import { Reason } from "../layout/Toasts";
import { renderFailures } from "../resources";
import { texts } from "../texts";
import { useAsk } from "../useAsk";

const words = texts.overview.renderFailures;

/** The most pages listed by name. */
const MAX_LISTED = 10;

/** The most pages of one answer. */
const MAX_ANSWERED = 200;

/** "2 pages could not be updated", with the record and the reason of each; nothing while every page renders. */
export function RenderFailures() {
  const ask = useAsk();
  const { data, error, refetch } = useQuery({
    queryKey: ["renderFailures"],
    queryFn: () => ask(renderFailures),
  });
  const again = <Button onClick={() => void refetch()}>{texts.portal.tryAgain}</Button>;
  if (error)
    return (
      <Alert severity="error" action={again} sx={{ mt: 4 }}>
        {words.failed}. <Reason error={error} />
      </Alert>
    );
  if (!data?.length) return null;
  return (
    <Alert severity="warning" sx={{ mt: 4 }}>
      <AlertTitle component="h2">{words.title(data.length, data.length < MAX_ANSWERED)}</AlertTitle>
      {words.hint}
      <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5, overflowWrap: "anywhere" }}>
        {data.slice(0, MAX_LISTED).map((failure) => (
          <Item key={failure.path} {...failure} />
        ))}
        {data.length > MAX_LISTED && <li>{words.more(data.length - MAX_LISTED)}</li>}
      </Box>
    </Alert>
  );
}

function Item({ path, kind, id, name, reason, since }: RenderFailure) {
  const form = kind && id && FORMS[kind]?.(id);
  return (
    <li>
      {form ? (
        <Link component={RouterLink} to={form} color="inherit">
          <bdi>{name}</bdi>
        </Link>
      ) : (
        path
      )}
      {`: ${reason}, ${words.since(`${dayOf(since)}, ${minuteOf(since)}`)}`}
    </li>
  );
}

/** Where the console changes the record of a page. */
const FORMS: Partial<Record<NonNullable<RenderFailure["kind"]>, (id: string) => string>> = {
  place: (id) => `/businesses/${id}`,
  article: (id) => `/articles/${id}`,
};
