import { Group, Wide } from "../form/Group";
import { Items } from "../form/Items";
import { TextInput } from "../form/TextInput";
import { Passages } from "./Passages";
import { words } from "./words";

const { city, way, tip } = words;
const BLANK_WAY = { type: "", duration: "", price: "", details: "", companies: "" };
const BLANK_CITY = { name: "", distanceKm: "", options: [BLANK_WAY] };
const BLANK_TIPS = { title: "", items: "" };
/** The most that the contract takes. */
const MOST = { cities: 20, ways: 12, tips: 8 };
const required = { required: true };

/** What only Getting Here has: cities with their ways, tips, and moving about. */
export function GettingHereFields() {
  return (
    <>
      <Group title={words.fields.cities.label}>
        <Wide>
          <Items source="cities" said={city} blank={BLANK_CITY} most={MOST.cities}>
            {(path) => <CityInputs path={path} />}
          </Items>
        </Wide>
      </Group>
      <Group title={words.fields.tips.label}>
        <Wide>
          <Items source="tips" said={tip} blank={BLANK_TIPS} most={MOST.tips}>
            {(path) => (
              <>
                <Wide>
                  <TextInput source={`${path}.title`} {...words.fields.title} {...required} />
                </Wide>
                <Wide>
                  <TextInput
                    source={`${path}.items`}
                    {...tip.items}
                    multiline
                    minRows={3}
                    maxRows={16}
                    {...required}
                  />
                </Wide>
              </>
            )}
          </Items>
        </Wide>
      </Group>
      <Passages source="around" />
    </>
  );
}

function CityInputs({ path }: { path: string }) {
  const options = `${path}.options`;
  return (
    <>
      <TextInput source={`${path}.name`} label={city.name} {...required} />
      <TextInput
        source={`${path}.distanceKm`}
        label={city.distanceKm}
        {...required}
        slotProps={{ htmlInput: { inputMode: "numeric" } }}
      />
      <Wide>
        {/* Made anew where its city is moved to: the list inside knows itself by its place. */}
        <Items key={options} source={options} said={way} blank={BLANK_WAY} most={MOST.ways}>
          {(at) => (
            <>
              <TextInput source={`${at}.type`} label={way.type} {...required} />
              <TextInput source={`${at}.duration`} label={way.duration} {...required} />
              <TextInput source={`${at}.price`} {...way.price} {...required} />
              <TextInput source={`${at}.companies`} {...way.companies} />
              <Wide>
                <TextInput source={`${at}.details`} {...way.details} multiline minRows={2} maxRows={6} />
              </Wide>
            </>
          )}
        </Items>
      </Wide>
    </>
  );
}
