import { Box } from "@mui/material";
import { useFormContext, useWatch } from "react-hook-form";
import { Group, Wide } from "../../form/Group";
import { isShowable, Picture } from "../../form/Picture";
import { TextArea } from "../../form/TextArea";
import { PickButton } from "../../media/PickButton";
import { texts } from "../../texts";
import { HoursInput } from "../hours/HoursInput";
import { TextIn } from "../inputs/TextIn";
import { addressList, type PlaceText } from "../shape";

const words = texts.businesses;

/** Media & Details: pictures, hours, prices, tags, and where the facts come from. */
export function Media() {
  return (
    <>
      <Group title={words.groups.pictures}>
        <Wide>
          <TextIn source="imageUrl" />
          <Pick source="imageUrl" />
          <Pictures source="imageUrl" />
        </Wide>
        <Wide>
          <TextIn source="gallery" Field={TextArea} rows={2} />
          <Pick source="gallery" />
          <Pictures source="gallery" />
        </Wide>
      </Group>
      <Group title={words.groups.hours}>
        <Wide>
          <HoursInput />
        </Wide>
        <Wide>
          <TextIn source="hours" />
        </Wide>
      </Group>
      <Group title={words.groups.details}>
        <TextIn source="priceRange" />
        <TextIn source="featuredText" />
        <TextIn source="tags" />
        <TextIn source="amenities" />
      </Group>
      <Group title={words.groups.evidence}>
        <Wide>
          <TextIn source="sources" Field={TextArea} rows={2} />
        </Wide>
        <TextIn source="lastSeenYear" slotProps={{ htmlInput: { inputMode: "numeric" } }} />
      </Group>
    </>
  );
}

/** The way to the library: what is chosen there replaces the picture, or is added to the gallery. */
function Pick({ source }: { source: "imageUrl" | "gallery" }) {
  const { getValues, setValue } = useFormContext<PlaceText>();
  return (
    <PickButton
      label={words.fields[source].label}
      isMany={source === "gallery"}
      onPick={(pictures) => {
        const urls = pictures.map(({ url }) => url);
        const had = source === "gallery" ? addressList(getValues("gallery")) : [];
        setValue(source, [...new Set([...had, ...urls])].join(", "), {
          shouldDirty: true,
          shouldValidate: true,
        });
      }}
    />
  );
}

/** What the addresses typed so far show. */
function Pictures({ source }: { source: "imageUrl" | "gallery" }) {
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
