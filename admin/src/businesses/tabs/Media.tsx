import { Box } from "@mui/material";
import { useFormContext, useWatch } from "react-hook-form";
import { Group, Wide } from "../../form/Group";
import { isShowable, Picture } from "../../form/Picture";
import { TextArea } from "../../form/TextArea";
import { PickButton } from "../../media/PickButton";
import { t } from "../../messages/placeForm.gen";
import { HoursInput } from "../hours/HoursInput";
import { ChipsInput } from "../inputs/ChipsInput";
import { TextIn } from "../inputs/TextIn";
import { addressList, type PlaceText } from "../shape";

/** Media & Details: images, hours, prices, tags and sources. */
export function Media() {
  return (
    <>
      <Group title={t("groups.images")}>
        <Wide>
          <TextIn source="imageUrl" hint={t("hints.imageUrl")} />
          <LibraryButton source="imageUrl" />
          <Previews source="imageUrl" />
        </Wide>
        <Wide>
          <TextIn source="gallery" hint={t("hints.gallery")} Field={TextArea} rows={2} />
          <LibraryButton source="gallery" />
          <Previews source="gallery" />
        </Wide>
      </Group>
      <Group title={t("groups.hours")}>
        <Wide>
          <HoursInput />
        </Wide>
        <Wide>
          <TextIn source="hours" hint={t("hints.hours")} />
        </Wide>
      </Group>
      <Group title={t("groups.details")}>
        <TextIn source="priceRange" hint={t("hints.priceRange")} />
        <TextIn source="featuredText" hint={t("hints.featuredText")} />
        <ChipsInput source="tags" example="kayak" />
        <ChipsInput source="amenities" example="wifi" />
      </Group>
      <Group title={t("groups.evidence")}>
        <Wide>
          <TextIn source="sources" hint={t("hints.sources")} Field={TextArea} rows={2} />
        </Wide>
        <TextIn
          source="lastSeenYear"
          hint={t("hints.lastSeenYear")}
          slotProps={{ htmlInput: { inputMode: "numeric" } }}
        />
      </Group>
    </>
  );
}

/** Opens the library: a selected image replaces the main image or is added to the gallery. */
function LibraryButton({ source }: { source: "imageUrl" | "gallery" }) {
  const { getValues, setValue } = useFormContext<PlaceText>();
  return (
    <PickButton
      label={t(`fields.${source}`)}
      isMany={source === "gallery"}
      onPick={(images) => {
        const urls = images.map(({ url }) => url);
        const current = source === "gallery" ? addressList(getValues("gallery")) : [];
        setValue(source, [...new Set([...current, ...urls])].join(", "), {
          shouldDirty: true,
          shouldValidate: true,
        });
      }}
    />
  );
}

/** Previews of the addresses entered so far. */
function Previews({ source }: { source: "imageUrl" | "gallery" }) {
  const text = useWatch<PlaceText, "imageUrl" | "gallery">({ name: source });
  const addresses = [...new Set(source === "gallery" ? addressList(text) : [text.trim()])].filter(isShowable);
  if (addresses.length === 0) return null;
  return (
    <Box
      component="ul"
      sx={{ display: "flex", flexWrap: "wrap", gap: 1, p: 0, m: 0, mt: 1.5, listStyle: "none" }}
    >
      {addresses.map((address) => (
        <li key={address}>
          <Picture address={address} isLarge={source === "imageUrl"} />
        </li>
      ))}
    </Box>
  );
}
