import { TextInput } from "react-admin";
import { Group, Wide } from "../form/Group";
import { Items } from "../form/Items";
import { t } from "../messages/pages.gen";
import { t as tResources } from "../messages/resources.gen";

const BLANK = { title: "", paragraphs: "" };

interface PassagesProps {
  /** The list in the form. */
  source: "around" | "values" | "terms" | "policy";
  /** As many as the contract takes. */
  most?: number;
}

/** A list of passages, each a heading and its paragraphs. */
export function Passages({ source, most = 40 }: PassagesProps) {
  return (
    <Group title={tResources(`pages.fields.${source}`)}>
      <Wide>
        <Items
          source={source}
          itemName={(number) => t("section.item", { number })}
          summaryOf={({ title }) => title as string}
          addLabel={t("section.add")}
          emptyText={t("none")}
          blank={BLANK}
          most={most}
        >
          <PassageInputs />
        </Items>
      </Wide>
    </Group>
  );
}

/** The inputs of a passage, whose fields begin with `prefix`. */
export function PassageInputs({ prefix = "" }: { prefix?: string }) {
  return (
    <>
      <Wide>
        <TextInput
          source={`${prefix}title`}
          label={tResources("pages.fields.title")}
          helperText={t("hint.placeholders")}
          required
        />
      </Wide>
      <Wide>
        <TextInput
          source={`${prefix}paragraphs`}
          label={t("paragraphs")}
          helperText={t("hint.paragraphs")}
          multiline
          rows={3}
          required
        />
      </Wide>
    </>
  );
}
