import { Autocomplete, TextField } from "@mui/material";
import type { AdminEntryResponse } from "@karst/client";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useController } from "react-hook-form";
import { t } from "../messages/guestbook.gen";
import { placesNamed } from "../resources";
import { useAsk } from "../useAsk";
import type { EntryText } from "./shape";

interface Choice {
  id: number;
  name: string;
}

const NONE: Choice = { id: 0, name: "" };

/** Selects the business that an entry is about by name, or none. */
export function PlaceInput({ place }: { place: AdminEntryResponse["relatedPlace"] }) {
  const { field, fieldState } = useController<EntryText, "relatedPlaceId">({ name: "relatedPlaceId" });
  const [lastChosen, setLastChosen] = useState<Choice>(place ?? NONE);
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
  const chosen = field.value === null ? NONE : lastChosen.id === field.value ? lastChosen : (place ?? NONE);
  return (
    <Autocomplete
      options={[NONE, ...data]}
      value={chosen}
      loading={isFetching}
      open={isOpen}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      disableClearable={chosen === NONE}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ id, name }) => (id === NONE.id ? t("noPlace") : name)}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      // The server filters; "No business match" is always offered.
      filterOptions={(options) => options}
      onInputChange={(_, text, reason) => setTyped(reason === "input" ? text : "")}
      onChange={(_, choice) => {
        setLastChosen(choice ?? NONE);
        field.onChange(choice?.id || null);
      }}
      onBlur={field.onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t("fields.relatedPlaceId")}
          inputRef={field.ref}
          error={fieldState.invalid}
          helperText={fieldState.error?.message}
        />
      )}
    />
  );
}
