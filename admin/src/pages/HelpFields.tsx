import { Group, Wide } from "../form/Group";
import { Items } from "../form/Items";
import { TextInput } from "../form/TextInput";
import { words } from "./words";

const { question } = words;
const BLANK = { question: "", answer: "" };
/** The most questions that the contract takes. */
const MOST = 60;

/** What only Help has: questions with their answers. */
export function HelpFields() {
  return (
    <Group title={words.fields.questions.label}>
      <Wide>
        <Items source="questions" said={question} blank={BLANK} most={MOST}>
          {(path) => (
            <>
              <Wide>
                <TextInput source={`${path}.question`} {...question.question} required />
              </Wide>
              <Wide>
                <TextInput
                  source={`${path}.answer`}
                  {...question.answer}
                  multiline
                  minRows={2}
                  maxRows={12}
                  required
                />
              </Wide>
            </>
          )}
        </Items>
      </Wide>
    </Group>
  );
}
