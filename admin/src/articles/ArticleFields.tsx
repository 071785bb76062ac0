import { Box, Skeleton, Typography } from "@mui/material";
import { lazy, Suspense, useDeferredValue, useMemo } from "react";
import { useWatch } from "react-hook-form";
import { Group, Wide } from "../form/Group";
import { SwitchInput } from "../form/SwitchInput";
import { TextArea } from "../form/TextArea";
import { TextInput } from "../form/TextInput";
import { CoordinatesInput } from "../map/CoordinatesInput";
import { PictureInput } from "../media/PictureInput";
import { words as editorWords } from "../rich/words";
import { readOverlay } from "./overlay";
import { PublicationInput } from "./PublicationInput";
import type { ArticleText } from "./shape";
import { words } from "./words";

// The editor's library is as large as the rest of the form: fetched when one writes.
const RichTextInput = lazy(() => import("../rich/RichTextInput"));

const { fields, groups } = words;
const required = { required: true };

/** All of an article, in the order one writes it. */
export function ArticleFields() {
  return (
    <Box sx={{ pt: 1 }}>
      <Group title={groups.story}>
        <Wide>
          <TextInput source="title" {...fields.title} {...required} autoFocus />
        </Wide>
        <TextInput source="author" {...fields.author} {...required} />
        <TextInput source="tags" {...fields.tags} />
        <Wide>
          <TextInput source="summary" {...fields.summary} {...required} Field={TextArea} rows={2} />
        </Wide>
        <Wide>
          <Suspense fallback={<EditorSkeleton />}>
            <RichTextInput source="contentHtml" {...fields.contentHtml} {...required} />
          </Suspense>
        </Wide>
        <Wide>
          <TextInput source="sources" {...fields.sources} Field={TextArea} rows={2} />
        </Wide>
      </Group>
      <Group title={groups.publication}>
        <Wide>
          <PublicationInput />
        </Wide>
        <SwitchInput source="isActive" {...fields.isActive} />
        <SwitchInput source="isFeatured" {...fields.isFeatured} />
        <Wide>
          <TextInput source="externalUrl" {...fields.externalUrl} type="url" />
        </Wide>
      </Group>
      <Group title={groups.picture}>
        <Wide>
          <PictureInput source="mainImageUrl" {...fields.mainImageUrl} />
        </Wide>
      </Group>
      <Place />
    </Box>
  );
}

/** Where the story leads: a point, and what is drawn around it. */
function Place() {
  const text = useDeferredValue(useWatch<ArticleText, "mapOverlay">({ name: "mapOverlay" }));
  const { overlay, fault, told } = useMemo(() => readOverlay(text), [text]);
  return (
    <Group title={groups.place}>
      <Wide>
        <CoordinatesInput
          labels={{ latitude: fields.latitude.label, longitude: fields.longitude.label }}
          overlay={overlay}
          {...required}
        />
      </Wide>
      <Wide>
        <TextInput
          source="mapOverlay"
          label={fields.mapOverlay.label}
          hint={fields.mapOverlay.hint}
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
          sx={{ mt: 0.5, px: 0.25, color: fault ? "error.main" : "text.secondary" }}
        >
          {fault ?? told}
        </Typography>
      </Wide>
    </Group>
  );
}

function EditorSkeleton() {
  return (
    <>
      <Typography role="status" variant="body2" sx={{ color: "text.secondary", mb: 1 }}>
        {editorWords.loading}
      </Typography>
      <Skeleton variant="rounded" height={320} />
    </>
  );
}
