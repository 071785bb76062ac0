import StarRounded from "@mui/icons-material/StarRounded";
import { Box, Typography } from "@mui/material";
import type { Review } from "@karst/client";
import { useWatch } from "react-hook-form";
import { Group, Wide } from "../../form/Group";
import { TextArea } from "../../form/TextArea";
import { t } from "../../messages/placeForm.gen";
import { ChoiceIn } from "../inputs/ChoiceIn";
import { TextIn } from "../inputs/TextIn";
import { reviewsOf, type PlaceText } from "../shape";

const SOURCES = ["google", "booking", "agoda", "tripadvisor", "facebook", "guide"];
const monospace = {
  htmlInput: { spellCheck: false, style: { fontFamily: "ui-monospace, monospace", fontSize: "0.8125rem" } },
};

/** Rating & Reviews: the rating, its source, and the reviews as JSON with a preview. */
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
          <TextIn
            source="reviews"
            hint={t("hints.reviews")}
            Field={TextArea}
            rows={6}
            placeholder={JSON.stringify([{ author: "Linh T.", rating: 5, text: t("exampleReview") }])}
            slotProps={monospace}
          />
        </Wide>
        <Wide>
          <ReviewPreview />
        </Wide>
      </Group>
    </>
  );
}

/** The reviews that the JSON contains so far. */
function ReviewPreview() {
  const reviews = reviewsOf(useWatch<PlaceText, "reviews">({ name: "reviews" }));
  const read = Array.isArray(reviews) ? reviews.filter(isReview) : [];
  if (read.length === 0) return null;
  return (
    <Box>
      <Typography variant="body2" role="status" sx={{ color: "text.secondary", mb: 1 }}>
        {t("reviewsRead", { count: read.length })}
      </Typography>
      <Box component="ul" sx={{ listStyle: "none", p: 0, m: 0, display: "grid", gap: 1 }}>
        {read.map((review, index) => (
          <Box
            component="li"
            key={index}
            sx={{ border: 1, borderColor: "divider", borderRadius: "12px", p: 1.5 }}
          >
            <Box sx={{ display: "flex", alignItems: "center", gap: 0.5, fontWeight: 600 }}>
              <bdi>{review.author}</bdi>
              <StarRounded aria-hidden sx={{ fontSize: 18, color: "warning.main", ml: 0.5 }} />
              {review.rating}
            </Box>
            <Typography variant="body2" dir="auto">
              {review.text}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

function isReview(value: unknown): value is Review {
  const review = value as Partial<Review> | null;
  return (
    typeof review?.author === "string" && typeof review.rating === "number" && typeof review.text === "string"
  );
}
