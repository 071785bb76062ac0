import { useEffect, useEffectEvent, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { PlaceText } from "../shape";

/** The links and the contact that each booking type needs. */
const FIELDS_OF = {
  none: [],
  direct: ["directBookingContact"],
  affiliate: ["affiliateLink", "bookingComUrl", "agodaUrl"],
} as const satisfies Record<PlaceText["bookingType"], readonly (keyof PlaceText)[]>;

export type BookingField = (typeof FIELDS_OF)["direct" | "affiliate"][number];

export const BOOKING_TYPES = Object.keys(FIELDS_OF) as PlaceText["bookingType"][];
const FIELDS: readonly BookingField[] = [...FIELDS_OF.direct, ...FIELDS_OF.affiliate];

/**
 * The booking fields to show, and those that the selected type leaves out. The site shows every stored link, so a stored
 * link stays in the form until another type is selected. Fields that are left out are saved blank; selecting the former
 * type again restores their text.
 */
export function useBookingFields(): { shown: BookingField[]; leftOut: BookingField[] } {
  const { watch, getValues, setValue, formState } = useFormContext<PlaceText>();
  const stored = formState.defaultValues;
  const [kept, setKept] = useState<Partial<Record<BookingField, string>>>({});
  const type = useWatch<PlaceText, "bookingType">({ name: "bookingType" });
  const texts = useWatch<PlaceText, BookingField[]>({ name: [...FIELDS] });
  const fits = (field: BookingField, selected: PlaceText["bookingType"]) =>
    isOf(selected, field) || (selected === stored?.bookingType && !!stored[field]);
  const shown = FIELDS.filter((field, at) => fits(field, type) || !!texts[at]);
  // A draft has no text for fields that are left out.
  const leftOutText = (field: BookingField) => kept[field] ?? stored?.[field] ?? "";

  const select = useEffectEvent((selected: PlaceText["bookingType"]) => {
    const next = { ...kept };
    for (const field of FIELDS) {
      const isShown = fits(field, selected);
      if (isShown === shown.includes(field)) continue;
      if (!isShown) next[field] = getValues(field);
      setValue(field, isShown ? leftOutText(field) : "", { shouldDirty: true, shouldValidate: true });
    }
    setKept(next);
  });
  useEffect(() => {
    const { unsubscribe } = watch((_, { name, type: event }) => {
      // A draft or another editor's version sets the type and the links together.
      if (name === "bookingType" && event === "change") select(getValues("bookingType"));
    });
    return unsubscribe;
  }, [watch, getValues]);

  return { shown, leftOut: FIELDS.filter((field) => !shown.includes(field) && leftOutText(field)) };
}

const isOf = (type: PlaceText["bookingType"], field: BookingField): boolean =>
  (FIELDS_OF[type] as readonly BookingField[]).includes(field);
