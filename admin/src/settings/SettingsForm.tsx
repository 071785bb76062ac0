import type { SettingsChanges } from "@karst/client";
import { FormOnPage } from "../form/FormOnPage";
import { Group, Wide } from "../form/Group";
import { Items } from "../form/Items";
import { TextInput } from "../form/TextInput";
import { useRecordForm, type Outcome } from "../form/useRecordForm";
import { CoordinatesInput } from "../map/CoordinatesInput";
import { PictureInput } from "../media/PictureInput";
import { NETWORKS, place, toForm, type SettingsText } from "./shape";
import { words } from "./words";
import { ZoneInput } from "./ZoneInput";

const { fields, groups } = words;
/** As the fields follow each other on the screen. */
const ORDER: readonly (keyof SettingsText)[] = [
  "brand",
  "tagline",
  "regionName",
  "regionLine",
  "timeZone",
  "country",
  "imageUrl",
  "noticeText",
  "noticeHref",
  "noticeUntil",
  "latitude",
  "longitude",
  "zoom",
  "contactEmail",
  ...NETWORKS,
  "heroPrompts",
  "whatIsTitle",
  "whatIsText",
  "doors",
  "analyticsId",
];
/** The most prompts and ways that the contract takes. */
const MOST = { prompts: 8, doors: 6 };
const required = { required: true };

interface SettingsFormProps {
  start: SettingsText;
  save: (form: Partial<SettingsChanges>) => Promise<Outcome>;
}

/** All settings on one page. */
export function SettingsForm({ start, save }: SettingsFormProps) {
  const state = useRecordForm<SettingsText, SettingsChanges>({
    start,
    form: "SettingsChanges",
    shape: toForm,
    save,
    place,
    order: ORDER,
    draftName: "settings",
  });
  return (
    <FormOnPage state={state} words={words}>
      <Fields />
    </FormOnPage>
  );
}

function Fields() {
  return (
    <>
      <Group title={groups.guide}>
        <TextInput source="brand" {...fields.brand} {...required} />
        <TextInput source="tagline" {...fields.tagline} />
      </Group>
      <Group title={groups.region}>
        <TextInput source="regionName" {...fields.regionName} {...required} />
        <TextInput source="regionLine" {...fields.regionLine} />
        <ZoneInput />
        <TextInput source="country" {...fields.country} slotProps={{ htmlInput: { maxLength: 2 } }} />
        <Wide>
          <PictureInput source="imageUrl" {...fields.imageUrl} />
        </Wide>
      </Group>
      <Group title={groups.notice}>
        <Wide>
          <TextInput source="noticeText" {...fields.noticeText} multiline minRows={2} maxRows={4} />
        </Wide>
        <TextInput source="noticeHref" {...fields.noticeHref} />
        <TextInput
          source="noticeUntil"
          {...fields.noticeUntil}
          type="date"
          slotProps={{ inputLabel: { shrink: true } }}
        />
      </Group>
      <Group title={groups.map}>
        <Wide>
          <CoordinatesInput
            labels={{ latitude: fields.latitude.label, longitude: fields.longitude.label }}
            {...required}
          />
        </Wide>
        <TextInput
          source="zoom"
          {...fields.zoom}
          {...required}
          slotProps={{ htmlInput: { inputMode: "decimal" } }}
        />
      </Group>
      <Group title={groups.contact}>
        <Wide>
          <TextInput source="contactEmail" {...fields.contactEmail} type="email" />
        </Wide>
        {NETWORKS.map((network) => (
          <TextInput
            key={network}
            source={network}
            label={fields[network].label}
            hint={words.networkHint}
            type="url"
          />
        ))}
      </Group>
      <Group title={groups.home}>
        <Wide>
          <Items source="heroPrompts" said={words.prompt} blank={BLANK_PROMPT} most={MOST.prompts}>
            {(path) => (
              <>
                <Wide>
                  <TextInput source={`${path}.text`} label={words.prompt.text} {...required} />
                </Wide>
                <TextInput source={`${path}.button`} label={words.prompt.button} {...required} />
                <TextInput
                  source={`${path}.href`}
                  label={words.prompt.href}
                  hint={words.prompt.hrefHint}
                  {...required}
                />
              </>
            )}
          </Items>
        </Wide>
      </Group>
      <Group title={groups.about}>
        <Wide>
          <TextInput source="whatIsTitle" {...fields.whatIsTitle} {...required} />
        </Wide>
        <Wide>
          <TextInput source="whatIsText" {...fields.whatIsText} multiline minRows={4} maxRows={16} />
        </Wide>
      </Group>
      <Group title={groups.doors}>
        <Wide>
          <Items source="doors" said={words.card} blank={BLANK_CARD} most={MOST.doors}>
            {(path) => (
              <>
                <Wide>
                  <TextInput source={`${path}.title`} label={words.card.title} {...required} />
                </Wide>
                <Wide>
                  <TextInput
                    source={`${path}.text`}
                    label={words.card.text}
                    multiline
                    minRows={2}
                    maxRows={6}
                    {...required}
                  />
                </Wide>
                <TextInput source={`${path}.button`} label={words.card.button} {...required} />
                <TextInput
                  source={`${path}.href`}
                  label={words.card.href}
                  hint={words.card.hrefHint}
                  {...required}
                />
              </>
            )}
          </Items>
        </Wide>
      </Group>
      <Group title={groups.analytics}>
        <TextInput source="analyticsId" {...fields.analyticsId} />
      </Group>
    </>
  );
}

const BLANK_PROMPT: SettingsText["heroPrompts"][number] = { text: "", button: "", href: "" };
const BLANK_CARD: SettingsText["doors"][number] = { title: "", text: "", button: "", href: "" };
