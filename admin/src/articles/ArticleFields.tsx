import { Box, Skeleton, Typography, type Theme } from "@mui/material";
import { lazy, Suspense, useDeferredValue, useMemo } from "react";
import { TextInput } from "react-admin";
import { useWatch } from "react-hook-form";
import { Group, Wide } from "../form/Group";
import { SwitchInput } from "../form/SwitchInput";
import { TimeInput } from "../form/TimeInput";
import { CoordinatesInput } from "../map/CoordinatesInput";
import { PictureInput } from "../media/PictureInput";
import { t } from "../messages/articles.gen";
import { t as tForm } from "../messages/form.gen";
import { t as tRichText } from "../messages/richText.gen";
import { parseOverlay } from "./overlay";
import { PublicationInput } from "./PublicationInput";
import type { ArticleText } from "./shape";

// The editor is as large as the rest of the form.
const RichTextInput = lazy(() => import("../rich/RichTextInput"));

const required = { required: true };

/** The size of a title on the site. */
const titleSx = {
  "& input": {
    fontFamily: (theme: Theme) => theme.typography.h1.fontFamily,
    fontSize: { xs: "1.375rem", md: "1.75rem" },
    fontWeight: 600,
  },
};

/** All fields of an article: what travelers read, with the settings beside or below it. */
export function ArticleFields() {
  return (
    <Box
      sx={{
        display: "grid",
        gap: { xs: 4, lg: 3 },
        justifyContent: "space-between",
        // The writing column holds 68 characters, as on the site.
        gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 47rem) 300px" },
        "[data-beside-preview] &": { gridTemplateColumns: "minmax(0, 1fr)" },
      }}
    >
      <Box
        role="group"
        aria-label={t("groups.content")}
        sx={{ display: "grid", gap: 2, alignContent: "start", gridTemplateColumns: "minmax(0, 1fr)" }}
      >
        <TextInput source="title" label={t("fields.title")} {...required} sx={titleSx} />
        <TextInput
          source="summary"
          label={t("fields.summary")}
          helperText={t("hints.summary")}
          {...required}
          multiline
          rows={2}
        />
        <Suspense fallback={<EditorSkeleton />}>
          <RichTextInput source="contentHtml" label={t("fields.contentHtml")} {...required} />
        </Suspense>
      </Box>
      <Box>
        <Settings />
      </Box>
    </Box>
  );
}

function Settings() {
  return (
    <>
      <Group title={t("groups.publication")}>
        <Wide>
          <TextInput source="author" label={t("fields.author")} {...required} />
        </Wide>
        <Wide>
          <PublicationInput />
        </Wide>
        <Wide>
          <TimeInput
            source="unpublishAt"
            label={t("fields.unpublishAt")}
            hint={t("hints.unpublishAt")}
            action={{ label: tForm("time.clear"), value: () => "" }}
          />
        </Wide>
        <Wide>
          <SwitchInput source="isActive" label={t("fields.isActive")} helperText={t("hints.isActive")} />
        </Wide>
        <Wide>
          <SwitchInput
            source="isFeatured"
            label={t("fields.isFeatured")}
            helperText={t("hints.isFeatured")}
          />
        </Wide>
        <Wide>
          <TextInput source="tags" label={t("fields.tags")} helperText={t("hints.tags")} />
        </Wide>
      </Group>
      <Group title={t("groups.image")}>
        <Wide>
          <PictureInput source="mainImageUrl" label={t("fields.mainImageUrl")} />
        </Wide>
      </Group>
      <Location />
      <Group title={t("groups.sources")}>
        <Wide>
          <TextInput
            source="sources"
            label={t("fields.sources")}
            helperText={t("hints.sources")}
            multiline
            rows={2}
          />
        </Wide>
        <Wide>
          <TextInput
            source="externalUrl"
            label={t("fields.externalUrl")}
            helperText={t("hints.externalUrl")}
            type="url"
          />
        </Wide>
      </Group>
    </>
  );
}

/** The column beside the text is too narrow for three inputs in a row. */
const inTwoColumns = {
  gridColumn: "1 / -1",
  "& > div": {
    gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
    "& > :nth-of-type(3)": { gridColumn: "1 / -1" },
  },
};

/** The location of an article, and the route or area around it. */
function Location() {
  const text = useDeferredValue(useWatch<ArticleText, "mapOverlay">({ name: "mapOverlay" }));
  const { overlay, error, summary } = useMemo(() => parseOverlay(text), [text]);
  return (
    <Group title={t("groups.location")}>
      <Box sx={inTwoColumns}>
        <CoordinatesInput
          labels={{ latitude: t("fields.latitude"), longitude: t("fields.longitude") }}
          overlay={overlay}
          {...required}
        />
      </Box>
      <Wide>
        <TextInput
          source="mapOverlay"
          label={t("fields.mapOverlay")}
          helperText={t("hints.mapOverlay")}
          multiline
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
