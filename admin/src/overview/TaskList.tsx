import { Box, Card, Link, Skeleton, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { Link as RouterLink } from "react-router-dom";
import { LoadFailed } from "../list/ListStates";

export interface Task {
  /** Tasks with a count of 0 or without a known count are left out. */
  count: number | undefined;
  text: string;
  to: string;
  /** Content after the link. */
  note?: ReactNode;
}

interface Query {
  isLoading: boolean;
  error: unknown;
  refetch: () => unknown;
}

interface TaskListProps {
  id: string;
  title: string;
  tasks: readonly Task[];
  /** The queries that the counts come from. */
  queries: readonly Query[];
  failed: string;
  /** The message if nothing is left to do. Without it, the section is then left out. */
  nothing?: string;
  beside?: ReactNode;
}

/** Tasks as links to lists of exactly the counted records. */
export function TaskList({ id, title, tasks, queries, failed, nothing, beside }: TaskListProps) {
  const left = tasks.filter(({ count }) => !!count);
  const isLoading = queries.some((query) => query.isLoading);
  const broken = queries.filter(({ error }) => error);
  if (left.length === 0 && broken.length === 0 && !beside && !nothing) return null;
  return (
    <Box component="section" aria-labelledby={id} sx={{ mb: 4 }}>
      <Typography variant="h2" id={id} sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      {broken.length > 0 && (
        <LoadFailed
          title={failed}
          isInline
          error={broken[0]!.error}
          onRetry={() => broken.forEach(({ refetch }) => void refetch())}
          sx={{ mb: 1.5 }}
        />
      )}
      {(broken.length === 0 || left.length > 0 || beside) && (
        <Card sx={{ display: "grid", gridTemplateColumns: beside ? { xs: "1fr", sm: "1fr auto" } : "1fr" }}>
          <Box sx={{ px: 2.5, py: 1.5 }}>
            {left.length > 0 && (
              <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
                {left.map(({ text, to, note }) => (
                  <Box component="li" key={to}>
                    <Link
                      component={RouterLink}
                      to={to}
                      color="secondary"
                      sx={{ display: "inline-flex", alignItems: "center", minHeight: 44 }}
                    >
                      {text}
                    </Link>
                    {note}
                  </Box>
                ))}
              </Box>
            )}
            {isLoading && <Skeleton width="60%" height={32} />}
            {!isLoading && broken.length === 0 && left.length === 0 && nothing && (
              <Typography sx={{ color: "text.secondary", py: 1 }}>{nothing}</Typography>
            )}
          </Box>
          {beside}
        </Card>
      )}
    </Box>
  );
}
