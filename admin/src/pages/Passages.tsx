import { Group, Wide } from "../form/Group";
import { Items } from "../form/Items";
import { TextInput } from "../form/TextInput";
import { words } from "./words";

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
    <Group title={words.fields[source].label}>
      <Wide>
        <Items source={source} said={words.section} blank={BLANK} most={most}>
          {(path) => <PassageInputs path={path} />}
        </Items>
      </Wide>
    </Group>
  );
}

/** The inputs of the passage at `path`. */
export function PassageInputs({ path }: { path: string }) {
  return (
    <>
      <Wide>
        <TextInput source={`${path}.title`} {...words.fields.title} required />
      </Wide>
      <Wide>
        <TextInput
          source={`${path}.paragraphs`}
          {...words.paragraphs}
          multiline
          minRows={3}
          maxRows={16}
          required
        />
      </Wide>
    </>
  );
}
