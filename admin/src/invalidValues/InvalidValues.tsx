import {
  Button,
  LinearProgress,
  Link,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from "@mui/material";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { InvalidValue } from "@karst/client";
import { Link as RouterLink } from "react-router-dom";
import { labelOf } from "../audit/shape";
import { Page } from "../layout/Page";
import { LoadFailed } from "../list/ListStates";
import { t } from "../messages/invalidValues.gen";
import { t as tLayout } from "../messages/layout.gen";
import { invalidValues } from "../resources";
import { useAsk } from "../useAsk";

/**
 * Stored values that break the current rules. Each call checks a part of the records. Values are shown as text, never
 * as links.
 */
export default function InvalidValues() {
  const ask = useAsk();
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ["invalidValues"],
    queryFn: ({ pageParam }) => ask(() => invalidValues(pageParam)),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });
  const values = data?.pages.flatMap((page) => page.values) ?? [];
  return (
    <Page title={tLayout("section.invalidValues")} lead={t("lead")}>
      {error && <LoadFailed title={t("failed")} isInline error={error} onRetry={refetch} />}
      {values.length > 0 && (
        <TableContainer>
          <Table aria-label={tLayout("section.invalidValues")}>
            <TableHead>
              <TableRow>
                {[t("record"), t("field"), t("value"), t("rule")].map((name) => (
                  <TableCell key={name}>{name}</TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {values.map((one) => (
                <Row key={`${one.kind}/${one.id}/${one.field}`} one={one} />
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
      <Typography role="status" sx={{ my: 2, color: "text.secondary" }}>
        {isFetching
          ? t("checking")
          : data && (hasNextPage ? t("partly") : t("done", { count: values.length }))}
      </Typography>
      {isFetching && <LinearProgress aria-label={t("checking")} />}
      {hasNextPage && !isFetching && (
        <Button variant="outlined" onClick={() => void fetchNextPage()} sx={{ minHeight: 44 }}>
          {t("more")}
        </Button>
      )}
    </Page>
  );
}

function Row({ one: { kind, id, name, field, value, message } }: { one: InvalidValue }) {
  const path = PATHS[kind]?.(id ?? "");
  const label = t("recordName", { kind, name });
  return (
    <TableRow>
      <TableCell>
        {path ? (
          <Link component={RouterLink} to={path} color="secondary">
            {label}
          </Link>
        ) : (
          label
        )}
      </TableCell>
      <TableCell>{labelOf(field)}</TableCell>
      <TableCell sx={{ overflowWrap: "anywhere", minWidth: "12rem" }}>
        <bdi>{value}</bdi>
      </TableCell>
      <TableCell>{message}</TableCell>
    </TableRow>
  );
}

/** The path of the form for each kind of record. */
const PATHS: Partial<Record<InvalidValue["kind"], (id: string) => string>> = {
  place: (id) => `/businesses/${id}`,
  article: (id) => `/articles/${id}`,
  category: (id) => `/categories/${id}`,
  user: (id) => `/users/${encodeURIComponent(id)}`,
  image: (id) => `/media/${id}`,
  entry: (id) => `/guestbook/${id}`,
  settings: () => "/settings",
  page: (id) => `/pages/${id}`,
};
