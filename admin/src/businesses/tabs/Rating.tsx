import StarRounded from "@mui/icons-material/StarRounded";
import { Box, Typography } from "@mui/material";
import type { Review } from "@karst/client";
import { useWatch } from "react-hook-form";
import { Group, Wide } from "../../form/Group";
import { TextArea } from "../../form/TextArea";
import { texts } from "../../texts";
import { ChoiceIn } from "../inputs/ChoiceIn";
import { TextIn } from "../inputs/TextIn";
import { reviewsOf, type PlaceText } from "../shape";

const words = texts.businesses;
const monospace = {
  htmlInput: { spellCheck: false, style: { fontFamily: "ui-monospace, monospace", fontSize: "0.8125rem" } },
};

/** Rating & Reviews: the number, how many it stands for, and the reviews as JSON with a reading of it beside. */
export function Rating() {
  return (
    <>
      <Group title={words.groups.rating}>
        <TextIn source="rating" type="number" slotProps={{ htmlInput: { min: 1, max: 5, step: 0.1 } }} />
        <ChoiceIn source="ratingSource" options={words.ratingSources} />
        <TextIn source="reviewCount" type="number" slotProps={{ htmlInput: { min: 0, step: 1 } }} />
      </Group>
      <Group title={words.groups.reviews}>
        <Wide>
          <TextIn
            source="reviews"
            Field={TextArea}
            rows={6}
            placeholder={words.reviewsExample}
            slotProps={monospace}
          />
        </Wide>
        <Wide>
          <Reading />
        </Wide>
      </Group>
    </>
  );
}

/** The reviews that can be read from the text so far. */
function Reading() {
  const reviews = reviewsOf(useWatch<PlaceText, "reviews">({ name: "reviews" }));
  const read = Array.isArray(reviews) ? reviews.filter(isReview) : [];
  if (read.length === 0) return null;
  return (
    <Box>
      <Typography variant="body2" role="status" sx={{ color: "text.secondary", mb: 1 }}>
        {words.reviewsRead(read.length)}
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
