import { TextInput, useWrappedSource } from "react-admin";
import type { FieldValues } from "react-hook-form";
import { PriceRows } from "../businesses/inputs/PriceRows";
import { rowSummary, type PriceText } from "../businesses/prices";
import { Wide } from "../form/Group";
import { Items } from "../form/Items";
import { t } from "../messages/pages.gen";
import { ItemGroup } from "./ItemGroup";
import { PassageInputs, Passages } from "./Passages";

const BLANK_OPTION = { type: "", duration: "", price: "", prices: [], details: "", companies: "" };
const BLANK_CITY = { name: "", distanceKm: "", options: [BLANK_OPTION] };
const BLANK_TIPS = { title: "", items: "" };
/** The most that the contract takes. */
const MOST = { cities: 20, options: 12, tips: 8 };

/** What only Getting Here has: cities with transport options, tips, and getting around. */
export function GettingHereFields() {
  return (
    <>
      <ItemGroup source="cities" kind="city" summaryOf={citySummary} blank={BLANK_CITY} most={MOST.cities}>
        <CityInputs />
      </ItemGroup>
      <ItemGroup
        source="tips"
        kind="tips"
        summaryOf={({ title }) => title as string}
        blank={BLANK_TIPS}
        most={MOST.tips}
      >
        <PassageInputs field="items" label={t("tips.items")} hint={t("hint.tips")} />
      </ItemGroup>
      <Passages source="around" />
    </>
  );
}

/** Like "Hue: 2 options, 220 km". */
function citySummary({ name, options, distanceKm }: FieldValues): string {
  if (!name || !distanceKm) return name as string;
  return t("city.summary", { name, count: (options as unknown[]).length, km: distanceKm });
}

function CityInputs() {
  const path = useWrappedSource("options");
  return (
    <>
      <TextInput source="name" label={t("city.name")} required />
      <TextInput
        source="distanceKm"
        label={t("city.distanceKm")}
        required
        slotProps={{ htmlInput: { inputMode: "numeric" } }}
      />
      <Wide>
        {/* Remounts when its city moves: the list inside is identified by its path. */}
        <Items
          key={path}
          source="options"
          itemName={(number) => t("option.item", { number })}
          summaryOf={optionSummary}
          addLabel={t("option.add")}
          emptyText={t("none")}
          blank={BLANK_OPTION}
          most={MOST.options}
        >
          <OptionInputs />
        </Items>
      </Wide>
    </>
  );
}

/** Like "Bus · 2 hours · Ticket · 35000 VND". */
function optionSummary({ type, duration, price, prices }: FieldValues): string {
  // A copy that was kept before options had prices has none.
  const amounts = ((prices as PriceText[] | undefined) ?? []).map(rowSummary);
  return [type, duration, price, ...amounts].filter(Boolean).join(" · ");
}

function OptionInputs() {
  const path = useWrappedSource("prices");
  return (
    <>
      <TextInput source="type" label={t("option.type")} required />
      <TextInput source="duration" label={t("option.duration")} required />
      <Wide>
        {/* Mounted again where its option is moved to, like the options of a city. */}
        <PriceRows key={path} />
      </Wide>
      <TextInput source="price" label={t("option.price")} helperText={t("hint.price")} />
      <TextInput source="companies" label={t("option.companies")} helperText={t("hint.companies")} />
      <Wide>
        <TextInput
          source="details"
          label={t("option.details")}
          helperText={t("hint.placeholders")}
          multiline
          rows={2}
        />
      </Wide>
    </>
  );
}
