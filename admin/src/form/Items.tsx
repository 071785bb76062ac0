import Add from "@mui/icons-material/Add";
import ArrowDownward from "@mui/icons-material/ArrowDownward";
import ArrowUpward from "@mui/icons-material/ArrowUpward";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import { Box, Button, FormHelperText, Stack, Typography } from "@mui/material";
import { visuallyHidden } from "@mui/utils";
import { useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import {
  ArrayInputBase,
  IconButtonWithTooltip,
  SimpleFormIteratorBase,
  SimpleFormIteratorItemBase,
  useArrayInput,
  useSimpleFormIterator,
  useWrappedSource,
} from "react-admin";
import { get, useFormState, type FieldValues } from "react-hook-form";
import { t } from "../messages/form.gen";
import { FieldSummary, Fold } from "./Fold";
import { Columns } from "./Group";

interface ItemsProps {
  /** The list in the form. */
  source: string;
  /** The name of an item, counted from 1. */
  itemName: (number: number) => string;
  /** One line about an item; blank while nothing is typed. */
  summaryOf: (item: FieldValues) => string;
  /** The label of the button that adds an item. */
  addLabel: string;
  /** The text of an empty list. */
  emptyText: string;
  /** The initial value of an added item. */
  blank: FieldValues;
  most: number;
  /** The inputs of an item, each with its field as its source. */
  children: ReactNode;
}

/** A list in a form whose items are added, moved and removed. One is open at a time, so that the others stay in view. */
export function Items(props: ItemsProps) {
  return (
    <ArrayInputBase source={props.source}>
      <SimpleFormIteratorBase>
        <ItemList {...props} />
      </SimpleFormIteratorBase>
    </ArrayInputBase>
  );
}

function ItemList({ itemName, summaryOf, addLabel, emptyText, blank, most, children }: ItemsProps) {
  const source = useWrappedSource("");
  const { fields } = useArrayInput();
  const { add, reOrder, remove } = useSimpleFormIterator();
  const { errors } = useFormState({ name: source });
  const [openAt, setOpenAt] = useState(fields.length === 1 ? 0 : -1);
  const [announcement, setAnnouncement] = useState("");
  const heads = useRef<(HTMLElement | null)[]>([]);
  const addButton = useRef<HTMLButtonElement>(null);
  const fault = get(errors, `${source}.root.message`) as string | undefined;
  const last = fields.length - 1;

  /** The form gives the focus to the first input of the new item. */
  function addItem() {
    add(blank);
    setOpenAt(fields.length);
    setAnnouncement(t("items.added", { item: itemName(fields.length + 1) }));
  }

  function moveItem(from: number, to: number) {
    flushSync(() => {
      reOrder(from, to);
      if (openAt === from) setOpenAt(to);
      if (openAt === to) setOpenAt(from);
      setAnnouncement(t("items.moved", { item: itemName(from + 1), position: to + 1, count: fields.length }));
    });
    const head = heads.current[to];
    head?.scrollIntoView?.({ block: "nearest" });
    // The pressed button keeps the focus, except at the ends of the list, where it is disabled.
    if (to === 0 || to === last) head?.focus();
  }

  function removeItem(at: number) {
    flushSync(() => {
      remove(at);
      if (openAt >= at) setOpenAt(openAt === at ? -1 : openAt - 1);
      setAnnouncement(t("items.removed", { item: itemName(at + 1), count: last }));
    });
    (heads.current[at] ?? heads.current[at - 1] ?? addButton.current)?.focus();
  }

  return (
    <Stack spacing={1}>
      {fields.length === 0 && <Typography sx={{ color: "text.secondary" }}>{emptyText}</Typography>}
      {fields.map(({ id }, at) => {
        const name = itemName(at + 1);
        return (
          <Fold
            key={id}
            title={name}
            summary={
              <FieldSummary
                source={source}
                of={(items: FieldValues[]) => (items[at] ? summaryOf(items[at]) : "")}
              />
            }
            fields={[`${source}.${at}`]}
            heading="h3"
            isOpen={openAt === at}
            onToggle={(isOpen) => setOpenAt(isOpen ? at : -1)}
            headRef={(head) => {
              heads.current[at] = head;
            }}
            tools={
              <>
                <IconButtonWithTooltip
                  label={t("items.moveUp", { item: name })}
                  disabled={at === 0}
                  onClick={() => moveItem(at, at - 1)}
                >
                  <ArrowUpward fontSize="small" />
                </IconButtonWithTooltip>
                <IconButtonWithTooltip
                  label={t("items.moveDown", { item: name })}
                  disabled={at === last}
                  onClick={() => moveItem(at, at + 1)}
                >
                  <ArrowDownward fontSize="small" />
                </IconButtonWithTooltip>
                <IconButtonWithTooltip
                  label={t("items.remove", { item: name })}
                  onClick={() => removeItem(at)}
                >
                  <DeleteOutlined fontSize="small" />
                </IconButtonWithTooltip>
              </>
            }
          >
            <SimpleFormIteratorItemBase index={at} resource={source}>
              <Columns>{children}</Columns>
            </SimpleFormIteratorItemBase>
          </Fold>
        );
      })}
      {fault && (
        <FormHelperText error role="alert">
          {fault}
        </FormHelperText>
      )}
      <Box>
        <Button
          ref={addButton}
          startIcon={<Add aria-hidden />}
          disabled={fields.length >= most}
          onClick={addItem}
        >
          {addLabel}
        </Button>
        <span role="status" style={visuallyHidden}>
          {announcement}
        </span>
      </Box>
    </Stack>
  );
}
