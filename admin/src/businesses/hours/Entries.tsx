import Add from "@mui/icons-material/Add";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import { Box, Button, Stack, Typography } from "@mui/material";
import { useRef, type ReactNode } from "react";
import { IconButtonWithTooltip } from "react-admin";
import { flushSync } from "react-dom";

interface EntriesProps<Entry> {
  title: string;
  hint: string;
  entries: readonly Entry[];
  nameOf: (entry: Entry, at: number) => string;
  removeLabel: (name: string, at: number) => string;
  addLabel: string;
  /** The initial value of an added entry; null if no more can be added. */
  blank: Entry | null;
  onChange: (entries: readonly Entry[]) => void;
  children: (entry: Entry, change: (entry: Entry) => void, name: string, at: number) => ReactNode;
}

/** A list of exceptions, with buttons to add and remove them. */
export function Entries<Entry>({
  title,
  hint,
  entries,
  nameOf,
  removeLabel,
  addLabel,
  blank,
  onChange,
  children,
}: EntriesProps<Entry>) {
  const add = useRef<HTMLButtonElement>(null);
  return (
    <Box role="group" aria-label={title} sx={{ mt: 3 }}>
      <Typography component="h3" variant="subtitle2">
        {title}
      </Typography>
      <Typography variant="body2" sx={{ color: "text.secondary", mb: 1.5 }}>
        {hint}
      </Typography>
      <Stack spacing={2} sx={{ alignItems: "stretch" }}>
        {entries.map((entry, at) => {
          const name = nameOf(entry, at);
          return (
            <Box
              key={at}
              role="group"
              aria-label={name}
              sx={{ border: 1, borderColor: "divider", borderRadius: "12px", p: { xs: 1.5, sm: 2 } }}
            >
              <Stack direction="row" sx={{ alignItems: "center", mb: 1 }}>
                <Typography component="h4" variant="subtitle2" sx={{ flexGrow: 1 }}>
                  {name}
                </Typography>
                <IconButtonWithTooltip
                  label={removeLabel(name, at)}
                  onClick={() => {
                    // Removing the entry removes its button too: the focus moves to the add button once it is enabled.
                    flushSync(() => onChange(entries.toSpliced(at, 1)));
                    add.current?.focus();
                  }}
                >
                  <DeleteOutlined fontSize="small" />
                </IconButtonWithTooltip>
              </Stack>
              {children(entry, (changed) => onChange(entries.with(at, changed)), name, at)}
            </Box>
          );
        })}
      </Stack>
      <Button
        ref={add}
        startIcon={<Add aria-hidden />}
        disabled={blank === null}
        onClick={() => blank && onChange([...entries, blank])}
        sx={{ mt: entries.length > 0 ? 1 : 0 }}
      >
        {addLabel}
      </Button>
    </Box>
  );
}
