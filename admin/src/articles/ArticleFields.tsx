import { Box, Skeleton, Typography } from "@mui/material";
import { lazy, Suspense, useDeferredValue, useMemo } from "react";
import { useWatch } from "react-hook-form";
import { Group, Wide } from "../form/Group";
import { SwitchInput } from "../form/SwitchInput";
import { TextArea } from "../form/TextArea";
import { TextInput } from "../form/TextInput";
import { CoordinatesInput } from "../map/CoordinatesInput";
import { PictureInput } from "../media/PictureInput";
import { t } from "../messages/articles.gen";
import { t as tRichText } from "../messages/richText.gen";
import { parseOverlay } from "./overlay";
import { PublicationInput } from "./PublicationInput";
import type { ArticleText } from "./shape";

// The editor is as large as the rest of the form.
const RichTextInput = lazy(() => import("../rich/RichTextInput"));

const required = { required: true };

/** All fields of an article. */
export function ArticleFields() {
  return (
    <Box sx={{ pt: 1 }}>
      <Group title={t("groups.content")}>
        <Wide>
          <TextInput source="title" label={t("fields.title")} {...required} autoFocus />
        </Wide>
        <TextInput source="author" label={t("fields.author")} {...required} />
        <TextInput source="tags" label={t("fields.tags")} hint={t("hints.tags")} />
        <Wide>
          <TextInput
            source="summary"
            label={t("fields.summary")}
            hint={t("hints.summary")}
            {...required}
            Field={TextArea}
            rows={2}
          />
        </Wide>
        <Wide>
          <Suspense fallback={<EditorSkeleton />}>
            <RichTextInput source="contentHtml" label={t("fields.contentHtml")} {...required} />
          </Suspense>
        </Wide>
        <Wide>
          <TextInput
            source="sources"
            label={t("fields.sources")}
            hint={t("hints.sources")}
            Field={TextArea}
            rows={2}
          />
        </Wide>
      </Group>
      <Group title={t("groups.publication")}>
        <Wide>
          <PublicationInput />
        </Wide>
        <SwitchInput source="isActive" label={t("fields.isActive")} hint={t("hints.isActive")} />
        <SwitchInput source="isFeatured" label={t("fields.isFeatured")} hint={t("hints.isFeatured")} />
        <Wide>
          <TextInput
            source="externalUrl"
            label={t("fields.externalUrl")}
            hint={t("hints.externalUrl")}
            type="url"
          />
        </Wide>
      </Group>
      <Group title={t("groups.image")}>
        <Wide>
          <PictureInput source="mainImageUrl" label={t("fields.mainImageUrl")} />
        </Wide>
      </Group>
      <Location />
    </Box>
  );
}

/** The location of an article, and the route or area around it. */
function Location() {
  const text = useDeferredValue(useWatch<ArticleText, "mapOverlay">({ name: "mapOverlay" }));
  const { overlay, error, summary } = useMemo(() => parseOverlay(text), [text]);
  return (
    <Group title={t("groups.location")}>
      <Wide>
        <CoordinatesInput
          labels={{ latitude: t("fields.latitude"), longitude: t("fields.longitude") }}
          overlay={overlay}
          {...required}
        />
      </Wide>
      <Wide>
        <TextInput
          source="mapOverlay"
          label={t("fields.mapOverlay")}
          hint={t("hints.mapOverlay")}
          Field={TextArea}
          rows={3}
          slotProps={{
            htmlInput: {
              spellCheck: false,
              style: { fontFamily: "ui-monospace, monospace", fontSize: "0.875rem" },
            },
          }}
        />
        <Typography
          role="status"
          variant="body2"
          sx={{ mt: 0.5, px: 0.25, color: error ? "error.main" : "text.secondary" }}
        >
          {error ?? summary}
        </Typography>
      </Wide>
    </Group>
  );
}

function EditorSkeleton() {
  return (
    <>
      <Typography role="status" variant="body2" sx={{ color: "text.secondary", mb: 1 }}>
        {tRichText("loading")}
      </Typography>
      <Skeleton variant="rounded" height={320} />
    </>
  );
}
