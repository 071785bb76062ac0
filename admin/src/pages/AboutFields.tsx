import { FieldSummary } from "../form/Fold";
import { FoldingGroup } from "../form/Group";
import { t } from "../messages/resources.gen";
import { PassageInputs, Passages } from "./Passages";

/** The fields that only About has, in the order of the page. */
export function AboutFields() {
  return (
    <>
      <Passage source="mission" />
      <Passage source="story" />
      <Passages source="values" />
      <Passage source="future" />
    </>
  );
}

/** A passage that the page always has. */
function Passage({ source }: { source: "mission" | "story" | "future" }) {
  return (
    <FoldingGroup
      title={t(`pages.fields.${source}`)}
      summary={<FieldSummary source={`${source}.title`} />}
      fields={[source]}
    >
      <PassageInputs prefix={`${source}.`} />
    </FoldingGroup>
  );
}
