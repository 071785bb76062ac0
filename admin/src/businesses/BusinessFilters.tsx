import { Chip, useMediaQuery, type Theme } from "@mui/material";
import type { CategoryResponse } from "@karst/client";
import { useEffect, type ChangeEvent } from "react";
import { useGetList, useInput } from "react-admin";
import { useFormContext, useWatch } from "react-hook-form";
import { useAccount } from "../identity/useAccount";
import { utcDateOf } from "../kit/dates";
import { ColumnsMenu } from "../list/ColumnsMenu";
import { FilterBar } from "../list/FilterBar";
import { FlagFilter } from "../list/FlagFilter";
import { FilterSelect } from "../list/FilterSelect";
import { SavedViews } from "../list/SavedViews";
import { SearchBox } from "../list/SearchBox";
import { SortSelect } from "../list/SortSelect";
import { t } from "../messages/businesses.gen";
import { t as tDrafts } from "../messages/drafts.gen";
import { t as tForm } from "../messages/placeForm.gen";
import { AccountFilter } from "../users/AccountFilter";
import { GROUPS } from "./checks";
import { FACT_NAMES } from "./missing";
import { WAITING } from "./waiting";

const orders = () => ({
  name: t("orders.name"),
  "-name": t("orders.nameDescending"),
  "-updatedAt": t("orders.newest"),
  updatedAt: t("orders.oldest"),
  "-rating": t("orders.rating"),
});

/** The columns of the table that can be hidden. */
const columns = () => ({
  category: t("columns.category"),
  status: t("columns.status"),
  updatedAt: t("columns.updatedAt"),
  liveSince: t("columns.liveSince"),
});

/** Search by name, and the filters of the API. "/" focuses the search. */
export function BusinessFilters() {
  const { may } = useAccount();
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up("lg"));
  const actions = (
    <>
      <SavedViews />
      {isWide && <ColumnsMenu columns={columns()} />}
    </>
  );
  return (
    <FilterBar actions={actions}>
      <SearchBox label={t("search")} />
      <CategoryFilter />
      <StatusFilter />
      <FilterSelect
        source="missing"
        label={t("filter.missing")}
        options={{
          "": t("filter.nothingMissing"),
          ...Object.fromEntries(FACT_NAMES.map((fact) => [fact, tForm(`facts.${fact}`)])),
          phone: tForm("facts.phone"),
          price: tForm("facts.price"),
          check: tForm("facts.check"),
        }}
      />
      <CheckGroupFilter />
      <CheckedBeforeFilter />
      {may("manageUsers") && (
        <AccountFilter
          source="ownerId"
          label={t("filter.owner")}
          placeholder={t("filter.anyOwner")}
          format={(id?: string) => (!id || id === WAITING.ownerId ? "" : id)}
        />
      )}
      {!isWide && <SortSelect orders={orders()} />}
      <FlagFilter source="premium" label={t("filter.premium")} />
      <FlagFilter source="verified" label={t("filter.verified")} />
      {may("setStanding") && <FlagFilter source="recheck" label={t("filter.recheck")} />}
      <FlagFilter source="draft" label={tDrafts("filter")} />
    </FilterBar>
  );
}

/** The group of facts whose check is missing. */
function CheckGroupFilter() {
  const isShown = useWatch({ name: "missing" }) === "check";
  const { setValue, getValues } = useFormContext();
  useEffect(() => {
    // The API rejects a group without a filter for its check.
    if (!isShown && getValues("checkGroup")) setValue("checkGroup", "");
  }, [isShown, getValues, setValue]);
  if (!isShown) return null;
  return (
    <FilterSelect
      source="checkGroup"
      label={t("filter.checkGroup")}
      options={{
        "": t("filter.anyCheck"),
        ...Object.fromEntries(GROUPS.map((group) => [group, tForm("checks.group", { group })])),
      }}
    />
  );
}

/** A filter that only links to this list set. It is shown so that it can be removed. */
function CheckedBeforeFilter() {
  const { field } = useInput<string | null>({ source: "checkedBefore" });
  if (!field.value) return null;
  const isDate = !Number.isNaN(Date.parse(field.value));
  return (
    <Chip
      label={t("filter.checkedBefore", { date: isDate ? utcDateOf(field.value) : field.value })}
      onDelete={() => field.onChange(null)}
      sx={{ minHeight: 44, px: 0.5, borderRadius: 999 }}
    />
  );
}

function CategoryFilter() {
  const { data = [] } = useGetList<CategoryResponse>("categories", {
    pagination: { page: 1, perPage: 1000 },
  });
  return (
    <FilterSelect
      source="category"
      label={t("filter.category")}
      options={{
        "": t("filter.allCategories"),
        ...Object.fromEntries(data.map(({ slug, name }) => [slug, name])),
      }}
    />
  );
}

/** Active, inactive, or waiting for approval, which also filters by owner. */
function StatusFilter() {
  const { may } = useAccount();
  const { setValue } = useFormContext();
  const isWaiting = useWatch({ name: "ownerId" }) === WAITING.ownerId;
  return (
    <FilterSelect
      source="active"
      label={t("filter.status")}
      options={{
        "": t("filter.anyStatus"),
        true: t("filter.active"),
        false: t("filter.inactive"),
        ...(may("setStanding") && { waiting: t("filter.waiting") }),
      }}
      format={(isActive: unknown) => (isWaiting ? "waiting" : isActive)}
      parse={(status: string) => (status === "waiting" ? WAITING.active : status && status === "true")}
      onChange={(event) => {
        const { value } = (event as ChangeEvent<HTMLInputElement>).target;
        if (value === "waiting") setValue("ownerId", WAITING.ownerId);
        else if (isWaiting) setValue("ownerId", "");
      }}
    />
  );
}
