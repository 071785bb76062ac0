import { Autocomplete, Chip, MenuItem, TextField } from "@mui/material";
import type { CategoryResponse } from "@karst/client";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useGetList } from "react-admin";
import { useController, useWatch } from "react-hook-form";
import { ChoiceInput } from "../form/ChoiceInput";
import { Wide } from "../form/Group";
import { t } from "../messages/alerts.gen";
import { placesNamed } from "../resources";
import { useAsk } from "../useAsk";
import { SCOPES, type AlertText } from "./shape";

/** A place by its name. */
export interface NamedPlace {
  id: number;
  name: string;
}

/**
 * The target of the alert: places, a category or the whole guide. `known` are the places whose names are already
 * loaded.
 */
export function TargetInput({ known }: { known: readonly NamedPlace[] }) {
  const scope = useWatch<AlertText, "scope">({ name: "scope" });
  return (
    <>
      <ChoiceInput
        source="scope"
        label={t("fields.scope")}
        values={SCOPES}
        labelOf={(value) => t(`scopes.${value as (typeof SCOPES)[number]}`)}
      />
      {scope === "category" && <CategoryInput />}
      {scope === "places" && (
        <Wide>
          <PlacesInput known={known} />
        </Wide>
      )}
    </>
  );
}

function CategoryInput() {
  const { field, fieldState } = useController<AlertText, "categoryId">({ name: "categoryId" });
  const { data = [] } = useGetList<CategoryResponse>("categories", {
    pagination: { page: 1, perPage: 1000 },
  });
  return (
    <TextField
      select
      label={t("fields.categoryId")}
      value={data.some(({ id }) => id === field.value) ? field.value : ""}
      onChange={({ target }) => field.onChange(Number(target.value))}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.invalid}
      helperText={fieldState.error?.message}
    >
      {data.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** Up to this many places are shown as chips with their names; beyond, only their number is shown. */
const MAX_CHIPS = 20;

function PlacesInput({ known }: { known: readonly NamedPlace[] }) {
  const { field, fieldState } = useController<AlertText, "placeIds">({ name: "placeIds" });
  const [found, setFound] = useState<readonly NamedPlace[]>([]);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const q = useDeferredValue(typed.trim());
  const ask = useAsk();
  const { data = [], isFetching } = useQuery({
    queryKey: ["businesses", "named", q],
    queryFn: () => ask(() => placesNamed(q)),
    enabled: isOpen,
    staleTime: 60_000,
    placeholderData: (before) => before,
  });
  const names = new Map([...known, ...found].map(({ id, name }) => [id, name]));
  const value = field.value.map((id) => ({ id, name: names.get(id) ?? t("placeNumber", { id }) }));
  return (
    <Autocomplete<NamedPlace, true>
      multiple
      options={data}
      value={value}
      loading={isFetching}
      open={isOpen}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      disableCloseOnSelect
      getOptionKey={({ id }) => id}
      getOptionLabel={({ name }) => name}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      // The server filters.
      filterOptions={(options) => options}
      filterSelectedOptions
      onInputChange={(_, text, reason) => setTyped(reason === "input" ? text : "")}
      onChange={(_, chosen) => {
        setFound([...found, ...chosen]);
        field.onChange(chosen.map(({ id }) => id));
      }}
      onBlur={field.onBlur}
      renderValue={(places, itemProps) => [
        ...places.slice(0, MAX_CHIPS).map(({ name }, index) => {
          const { key, ...item } = itemProps({ index });
          return <Chip key={key} label={<bdi>{name}</bdi>} {...item} />;
        }),
        ...(places.length > MAX_CHIPS
          ? [<Chip key="more" label={t("morePlaces", { count: places.length - MAX_CHIPS })} />]
          : []),
      ]}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t("fields.placeIds")}
          inputRef={field.ref}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? t("hints.placeIds")}
        />
      )}
    />
  );
}
