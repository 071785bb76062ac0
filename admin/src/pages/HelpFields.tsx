import { TextInput } from "react-admin";
import { Group, Wide } from "../form/Group";
import { Items } from "../form/Items";
import { t } from "../messages/pages.gen";
import { t as tResources } from "../messages/resources.gen";

const BLANK = { question: "", answer: "" };
/** The most questions that the contract takes. */
const MOST = 60;

/** What only Help has: questions with their answers. */
export function HelpFields() {
  return (
    <Group title={tResources("pages.fields.questions")}>
      <Wide>
        <Items
          source="questions"
          itemName={(number) => t("question.item", { number })}
          summaryOf={({ question }) => question as string}
          addLabel={t("question.add")}
          emptyText={t("none")}
          blank={BLANK}
          most={MOST}
        >
          <Wide>
            <TextInput
              source="question"
              label={t("question.question")}
              helperText={t("hint.placeholders")}
              required
            />
          </Wide>
          <Wide>
            <TextInput
              source="answer"
              label={t("question.answer")}
              helperText={t("hint.placeholders")}
              multiline
              rows={2}
              required
            />
          </Wide>
        </Items>
      </Wide>
    </Group>
  );
}
