import BookmarkAddOutlined from "@mui/icons-material/BookmarkAddOutlined";
import BookmarkRemoveOutlined from "@mui/icons-material/BookmarkRemoveOutlined";
import { Button, MenuItem, TextField } from "@mui/material";
import { useState } from "react";
import {
  extractValidSavedQueries,
  shallowEqual,
  useListContext,
  useSavedQueries,
  type SavedQuery,
} from "react-admin";
import { NameDialog } from "../form/NameDialog";
import { useAccount } from "../identity/useAccount";
import { useToast } from "../layout/Toasts";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/list.gen";
import { FILTER_WIDTH } from "./FilterBar";

const isSame = (one: SavedQuery["value"], other: SavedQuery["value"]) =>
  shallowEqual(one.filter, other.filter) &&
  shallowEqual(one.sort, other.sort) &&
  one.perPage === other.perPage;

/** The filters, order and page size that this account has saved for the list, on this device. */
export function SavedViews() {
  const { resource, filterValues, sort, perPage, setFilters, setSort, setPerPage } = useListContext();
  const { account } = useAccount();
  const [stored, setStored] = useSavedQueries(`${account?.uid}.${resource}`);
  const [isNaming, setNaming] = useState(false);
  const toast = useToast();
  const views = extractValidSavedQueries(stored);
  const value = { filter: filterValues as object, sort, perPage };
  const current = views.find((view) => isSame(view.value, value));

  function show({ value }: SavedQuery) {
    setFilters(value.filter);
    setSort(value.sort!);
    setPerPage(value.perPage!);
  }
  function save(label: string) {
    setStored([...views.filter((view) => view.label !== label), { label, value }]);
    toast.done(t("views.saved", { name: label }));
  }
  function remove(removed: SavedQuery) {
    setStored(views.filter((view) => view !== removed));
    toast.undoable(t("views.deleted", { name: removed.label }), () =>
      setStored((left) => [...extractValidSavedQueries(left), removed]),
    );
  }

  return (
    <>
      {views.length > 0 && (
        <TextField
          select
          label={t("views.label")}
          value={current?.label ?? ""}
          onChange={({ target }) => show(views.find(({ label }) => label === target.value)!)}
          sx={FILTER_WIDTH}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="" disabled>
            {t("views.choose")}
          </MenuItem>
          {views.map(({ label }) => (
            <MenuItem key={label} value={label} sx={{ whiteSpace: "normal", overflowWrap: "anywhere" }}>
              <bdi>{label}</bdi>
            </MenuItem>
          ))}
        </TextField>
      )}
      {/* One button, which keeps the focus when it saves or deletes. */}
      {(current ?? Object.keys(filterValues as object).length > 0) && (
        <Button
          startIcon={current ? <BookmarkRemoveOutlined aria-hidden /> : <BookmarkAddOutlined aria-hidden />}
          onClick={() => (current ? remove(current) : setNaming(true))}
        >
          {t(current ? "views.delete" : "views.save")}
        </Button>
      )}
      {isNaming && (
        // react-admin's AddSavedQueryDialog closes on a blank name as if it were saved.
        <NameDialog
          title={t("views.save")}
          yes={tCommon("save")}
          label={t("views.name")}
          missing={t("views.blank")}
          maxLength={60}
          hintOf={(name) => (views.some(({ label }) => label === name) ? t("views.replaces") : undefined)}
          onName={(name) => {
            save(name);
            setNaming(false);
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}
