import type { SettingsChanges } from "@karst/client";
import { TextInput } from "react-admin";
import type { Drafting } from "../drafts/drafting";
import { FieldSummary, reveal } from "../form/Fold";
import { FormOnPage } from "../form/FormOnPage";
import { Wide } from "../form/Group";
import { Items } from "../form/Items";
import { SwitchInput } from "../form/SwitchInput";
import { useRecordForm, type Outcome } from "../form/useRecordForm";
import { CoordinatesInput } from "../map/CoordinatesInput";
import { PictureInput } from "../media/PictureInput";
import { t as tLayout } from "../messages/layout.gen";
import { t as tResources } from "../messages/resources.gen";
import { t } from "../messages/settings.gen";
import { Section, SECTIONS } from "./Section";
import { NETWORKS, place, toForm, type HomeCardText, type PromptText, type SettingsText } from "./shape";
import { ZoneInput } from "./ZoneInput";

const labelOf = (field: keyof SettingsText) => tResources(`settings.fields.${field}`);
const ORDER = Object.values(SECTIONS).flat();
/** The maximum numbers of prompts and home cards that the API accepts. */
const MOST = { prompts: 8, doors: 6 };

interface SettingsFormProps {
  start: SettingsText;
  stored?: SettingsText;
  drafting?: Drafting;
  save: (form: Partial<SettingsChanges>) => Promise<Outcome>;
}

/** All settings on one page. A field without its own label here uses that of its resource in the catalog. */
export function SettingsForm(options: SettingsFormProps) {
  const state = useRecordForm<SettingsText, SettingsChanges>({
    ...options,
    form: "SettingsChanges",
    shape: toForm,
    place,
    order: ORDER,
    reveal,
    copyName: "settings",
  });
  return (
    <FormOnPage state={state} title={tLayout("section.settings")}>
      <Fields />
    </FormOnPage>
  );
}

function Fields() {
  return (
    <>
      <Section name="guide" summary={<FieldSummary source="brand" />} startsOpen>
        <TextInput source="brand" helperText={t("hint.brand")} required />
        <TextInput source="tagline" helperText={t("hint.tagline")} />
      </Section>
      <Section name="region" summary={<FieldSummary source="regionName" />}>
        <TextInput source="regionName" helperText={t("hint.regionName")} required />
        <TextInput source="regionLine" helperText={t("hint.regionLine")} />
        <ZoneInput />
        <TextInput
          source="country"
          helperText={t("hint.country")}
          slotProps={{ htmlInput: { maxLength: 2 } }}
        />
        <TextInput
          source="verifiedMonths"
          helperText={t("hint.verifiedMonths")}
          required
          slotProps={{ htmlInput: { inputMode: "numeric" } }}
        />
        <Wide>
          <SwitchInput
            source="ownerReminders"
            label={labelOf("ownerReminders")}
            helperText={t("hint.ownerReminders")}
          />
        </Wide>
        <Wide>
          <PictureInput source="imageUrl" label={labelOf("imageUrl")} hint={t("hint.imageUrl")} />
        </Wide>
      </Section>
      <Section
        name="map"
        summary={
          <>
            <FieldSummary source="latitude" />, <FieldSummary source="longitude" />
          </>
        }
      >
        <Wide>
          <CoordinatesInput
            labels={{ latitude: labelOf("latitude"), longitude: labelOf("longitude") }}
            required
          />
        </Wide>
        <TextInput
          source="zoom"
          helperText={t("hint.zoom")}
          required
          slotProps={{ htmlInput: { inputMode: "decimal" } }}
        />
      </Section>
      <Section name="contact" summary={<FieldSummary source="contactEmail" />}>
        <Wide>
          <TextInput source="contactEmail" helperText={t("hint.contactEmail")} type="email" />
        </Wide>
        {NETWORKS.map((network) => (
          <TextInput key={network} source={network} helperText={t("hint.network")} type="url" />
        ))}
      </Section>
      <Section
        name="prompts"
        summary={
          <FieldSummary
            source="heroPrompts"
            of={(items: PromptText[]) => t("prompt.count", { count: items.length })}
          />
        }
      >
        <Wide>
          <Items
            source="heroPrompts"
            itemName={(number) => t("prompt.item", { number })}
            summaryOf={({ text }) => text as string}
            addLabel={t("prompt.add")}
            emptyText={t("prompt.none")}
            blank={BLANK_PROMPT}
            most={MOST.prompts}
          >
            <Wide>
              <TextInput source="text" label={t("prompt.text")} required />
            </Wide>
            <TextInput source="button" label={t("prompt.button")} required />
            <TextInput source="href" label={t("prompt.href")} helperText={t("prompt.hrefHint")} required />
          </Items>
        </Wide>
      </Section>
      <Section name="about" summary={<FieldSummary source="whatIsTitle" />}>
        <Wide>
          <TextInput source="whatIsTitle" required />
        </Wide>
        <Wide>
          <TextInput source="whatIsText" helperText={t("hint.whatIsText")} multiline rows={4} />
        </Wide>
      </Section>
      <Section
        name="cards"
        summary={
          <FieldSummary
            source="doors"
            of={(items: HomeCardText[]) => t("card.count", { count: items.length })}
          />
        }
      >
        <Wide>
          <Items
            source="doors"
            itemName={(number) => t("card.item", { number })}
            summaryOf={({ title }) => title as string}
            addLabel={t("card.add")}
            emptyText={t("card.none")}
            blank={BLANK_CARD}
            most={MOST.doors}
          >
            <Wide>
              <TextInput source="title" label={t("card.title")} required />
            </Wide>
            <Wide>
              <TextInput source="text" label={t("card.text")} multiline rows={2} required />
            </Wide>
            <TextInput source="button" label={t("card.button")} required />
            <TextInput source="href" label={t("card.href")} helperText={t("card.hrefHint")} required />
          </Items>
        </Wide>
      </Section>
      <Section name="analytics" summary={<FieldSummary source="analyticsId" />}>
        <TextInput source="analyticsId" helperText={t("hint.analyticsId")} />
      </Section>
    </>
  );
}

const BLANK_PROMPT: PromptText = { text: "", button: "", href: "" };
const BLANK_CARD: HomeCardText = { title: "", text: "", button: "", href: "" };
