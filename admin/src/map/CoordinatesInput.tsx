import type { Overlay } from "@karst/web/map-style";
import { Box, TextField, Typography } from "@mui/material";
import { useState, type ClipboardEvent } from "react";
import { TextInput } from "react-admin";
import { useFormContext, useWatch } from "react-hook-form";
import { useSettings } from "../layout/useSettings";
import { t } from "../messages/map.gen";
import { pointIn, pointOf, rounded, withPoint, type Point } from "./coordinates";
import { lazyMap, MapBox } from "./MapBox";

const MAP_PX = 340;

const PickerMap = lazyMap(() => import("./PickerMap"));

/** The fields of the form that this input sets: two numbers as text. */
interface Coordinates {
  latitude: string;
  longitude: string;
}

interface CoordinatesInputProps {
  labels: Coordinates;
  required?: boolean;
  /** Further geometry on the map. */
  overlay?: Overlay | null;
}

/** The position of a record as two numbers, a pasted text with both, or a point on the map. All three stay in sync. */
export function CoordinatesInput({ labels, required, overlay }: CoordinatesInputProps) {
  const { setValue } = useFormContext<Coordinates>();
  const [latitude, longitude] = useWatch<Coordinates, ["latitude", "longitude"]>({
    name: ["latitude", "longitude"],
  });
  const start = useSettings()?.map;

  function set(point: Point) {
    const options = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
    setValue("latitude", String(point.latitude), options);
    setValue("longitude", String(point.longitude), options);
  }

  /** A pair or a link that is pasted into one of the two numbers sets both. */
  function onPaste(event: ClipboardEvent) {
    const text = event.clipboardData.getData("text");
    // "17,5" is a pair of whole degrees elsewhere; here it is one number.
    const point = withPoint(text) === text && pointIn(text);
    if (!point) return;
    event.preventDefault();
    set(point);
  }

  const decimal = { htmlInput: { inputMode: "decimal" as const } };
  return (
    <Box
      sx={{
        display: "grid",
        gap: 2,
        gridTemplateColumns: { xs: "repeat(2, minmax(0, 1fr))", sm: "1fr 1fr 2fr" },
        alignItems: "start",
      }}
    >
      <TextInput
        source="latitude"
        label={labels.latitude}
        required={required}
        slotProps={decimal}
        onPaste={onPaste}
      />
      <TextInput
        source="longitude"
        label={labels.longitude}
        required={required}
        slotProps={decimal}
        onPaste={onPaste}
      />
      <Box sx={{ gridColumn: { xs: "1 / -1", sm: "auto" } }}>
        <PasteIn onPoint={set} example={start} />
      </Box>
      <Box sx={{ gridColumn: "1 / -1" }}>
        <MapBox height={MAP_PX}>
          {start && (
            <PickerMap
              point={pointOf(latitude, longitude)}
              overlay={overlay}
              start={start}
              onPick={(point) => set(rounded(point))}
            />
          )}
        </MapBox>
        <Typography variant="caption" sx={{ color: "text.secondary", display: "block", mt: 0.75, px: 0.25 }}>
          {t("hint")}
        </Typography>
      </Box>
    </Box>
  );
}

/** A field for pasted or typed text that shows how it was interpreted. */
function PasteIn({ onPoint, example }: { onPoint: (point: Point) => void; example?: Point }) {
  const [text, setText] = useState("");
  const point = text.trim() === "" ? null : pointIn(text);
  const isLost = text.trim() !== "" && !point;
  return (
    <TextField
      label={t("paste")}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        const found = pointIn(target.value);
        if (found) onPoint(found);
      }}
      onKeyDown={(event) => {
        // Enter applies the text; it must not submit the form.
        if (event.key === "Enter") event.preventDefault();
      }}
      helperText={
        point
          ? t("pasted", { coordinates: `${point.latitude}, ${point.longitude}` })
          : isLost
            ? t("pasteFailed")
            : example && t("pasteHint", { coordinates: `${example.latitude}, ${example.longitude}` })
      }
      error={isLost}
      slotProps={{ formHelperText: { role: "status" } }}
    />
  );
}
