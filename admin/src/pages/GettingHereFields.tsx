import type { FieldValues } from "react-hook-form";
import { Wide } from "../form/Group";
import { Items } from "../form/Items";
import { TextInput } from "../form/TextInput";
import { t } from "../messages/pages.gen";
import { ItemGroup } from "./ItemGroup";
import { PassageInputs, Passages } from "./Passages";

const BLANK_OPTION = { type: "", duration: "", price: "", details: "", companies: "" };
const BLANK_CITY = { name: "", distanceKm: "", options: [BLANK_OPTION] };
const BLANK_TIPS = { title: "", items: "" };
/** The most that the contract takes. */
const MOST = { cities: 20, options: 12, tips: 8 };

/** What only Getting Here has: cities with transport options, tips, and getting around. */
export function GettingHereFields() {
  return (
    <>
      <ItemGroup source="cities" kind="city" summaryOf={citySummary} blank={BLANK_CITY} most={MOST.cities}>
        {(path) => <CityInputs path={path} />}
      </ItemGroup>
      <ItemGroup
        source="tips"
        kind="tips"
        summaryOf={({ title }) => title as string}
        blank={BLANK_TIPS}
        most={MOST.tips}
      >
        {(path) => <PassageInputs path={path} field="items" label={t("tips.items")} hint={t("hint.tips")} />}
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

function CityInputs({ path }: { path: string }) {
  const options = `${path}.options`;
  return (
    <>
      <TextInput source={`${path}.name`} label={t("city.name")} required />
      <TextInput
        source={`${path}.distanceKm`}
        label={t("city.distanceKm")}
        required
        slotProps={{ htmlInput: { inputMode: "numeric" } }}
      />
      <Wide>
        {/* Mounted again where its city is moved to, because the list inside is identified by its path. */}
        <Items
          key={options}
          source={options}
          itemName={(number) => t("option.item", { number })}
          summaryOf={({ type, duration, price }) => [type, duration, price].filter(Boolean).join(" · ")}
          addLabel={t("option.add")}
          emptyText={t("none")}
          blank={BLANK_OPTION}
          most={MOST.options}
        >
          {(at) => (
            <>
              <TextInput source={`${at}.type`} label={t("option.type")} required />
              <TextInput source={`${at}.duration`} label={t("option.duration")} required />
              <TextInput source={`${at}.price`} label={t("option.price")} hint={t("hint.price")} required />
              <TextInput
                source={`${at}.companies`}
                label={t("option.companies")}
                hint={t("hint.companies")}
              />
              <Wide>
                <TextInput
                  source={`${at}.details`}
                  label={t("option.details")}
                  hint={t("hint.placeholders")}
                  multiline
                  minRows={2}
                  maxRows={6}
                />
              </Wide>
            </>
          )}
        </Items>
      </Wide>
    </>
  );
}
