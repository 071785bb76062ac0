import { Group, Wide } from "../../form/Group";
import { t } from "../../messages/placeForm.gen";
import { ChoiceIn } from "../inputs/ChoiceIn";
import { ReviewsInput } from "../inputs/ReviewsInput";
import { TextIn } from "../inputs/TextIn";

const SOURCES = ["google", "booking", "agoda", "tripadvisor", "facebook", "guide"];

/** Rating & Reviews: the rating, its source, and the reviews. */
export function Rating() {
  return (
    <>
      <Group title={t("groups.rating")}>
        <TextIn
          source="rating"
          hint={t("hints.rating")}
          type="number"
          slotProps={{ htmlInput: { min: 1, max: 5, step: 0.1 } }}
        />
        <ChoiceIn
          source="ratingSource"
          hint={t("hints.ratingSource")}
          values={SOURCES}
          labelOf={(value) => t("ratingSource", { value })}
        />
        <TextIn source="reviewCount" type="number" slotProps={{ htmlInput: { min: 0, step: 1 } }} />
      </Group>
      <Group title={t("groups.reviews")}>
        <Wide>
          <ReviewsInput />
        </Wide>
      </Group>
    </>
  );
}
