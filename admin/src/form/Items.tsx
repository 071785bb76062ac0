import Add from "@mui/icons-material/Add";
import ArrowDownward from "@mui/icons-material/ArrowDownward";
import ArrowUpward from "@mui/icons-material/ArrowUpward";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import { Box, Button, FormHelperText, IconButton, Stack, Tooltip, Typography } from "@mui/material";
import { useRef, type ReactNode } from "react";
import { get, useFieldArray, useFormState, type FieldValues } from "react-hook-form";
import { t } from "../messages/form.gen";

interface ItemsProps {
  /** The list in the form. */
  source: string;
  /** The name of an item, counted from 1. */
  itemName: (number: number) => string;
  /** The label of the button that adds an item. */
  addLabel: string;
  /** The text of an empty list. */
  emptyText: string;
  /** What is added. */
  blank: FieldValues;
  most: number;
  /** The inputs of the item whose fields begin with `path`. */
  children: (path: string) => ReactNode;
}

/** A list in a form whose items are added, moved and removed. */
export function Items({ source, itemName, addLabel, emptyText, blank, most, children }: ItemsProps) {
  const { fields, append, move, remove } = useFieldArray({ name: source });
  const { errors } = useFormState({ name: source });
  const add = useRef<HTMLButtonElement>(null);
  const fault = get(errors, `${source}.root.message`) as string | undefined;
  return (
    <Stack spacing={2}>
      {fields.length === 0 && <Typography sx={{ color: "text.secondary" }}>{emptyText}</Typography>}
      {fields.map(({ id }, at) => {
        const name = itemName(at + 1);
        return (
          <Box
            key={id}
            role="group"
            aria-label={name}
            sx={{ border: 1, borderColor: "divider", borderRadius: "12px", p: 2 }}
          >
            <Stack direction="row" sx={{ alignItems: "center", mb: 1.5 }}>
              <Typography component="h3" variant="subtitle2" sx={{ flexGrow: 1 }}>
                {name}
              </Typography>
              <Tool
                label={t("items.moveUp", { item: name })}
                isOff={at === 0}
                onClick={() => move(at, at - 1)}
              >
                <ArrowUpward fontSize="small" />
              </Tool>
              <Tool
                label={t("items.moveDown", { item: name })}
                isOff={at === fields.length - 1}
                onClick={() => move(at, at + 1)}
              >
                <ArrowDownward fontSize="small" />
              </Tool>
              <Tool
                label={t("items.remove", { item: name })}
                onClick={() => {
                  remove(at);
                  // The button is gone with its item: the focus stays in the list.
                  add.current?.focus();
                }}
              >
                <DeleteOutlined fontSize="small" />
              </Tool>
            </Stack>
            <Box
              sx={{
                display: "grid",
                gap: 2,
                gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" },
              }}
            >
              {children(`${source}.${at}`)}
            </Box>
          </Box>
        );
      })}
      {fault && (
        <FormHelperText error role="alert">
          {fault}
        </FormHelperText>
      )}
      <Box>
        <Button
          ref={add}
          startIcon={<Add aria-hidden />}
          disabled={fields.length >= most}
          onClick={() => append(blank)}
        >
          {addLabel}
        </Button>
      </Box>
    </Stack>
  );
}

function Tool({
  label,
  isOff,
  onClick,
  children,
}: {
  label: string;
  isOff?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <Tooltip title={label}>
      <span>
        <IconButton aria-label={label} disabled={isOff} onClick={onClick}>
          {children}
        </IconButton>
      </span>
    </Tooltip>
  );
}
