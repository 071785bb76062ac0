import { Box, Typography } from "@mui/material";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { texts } from "../../texts";
import { Group, Wide } from "../inputs/Group";
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
          <Pictures source="imageUrl" />
        </Wide>
        <Wide>
          <TextIn source="gallery" multiline minRows={2} maxRows={8} />
          <Pictures source="gallery" />
        </Wide>
      </Group>
      <Group title={words.groups.details}>
        <TextIn source="hours" />
        <TextIn source="operatingHours" />
        <TextIn source="priceRange" />
        <TextIn source="featuredText" />
        <TextIn source="tags" />
        <TextIn source="amenities" />
      </Group>
      <Group title={words.groups.evidence}>
        <Wide>
          <TextIn source="sources" multiline minRows={2} maxRows={8} />
        </Wide>
        <TextIn source="lastSeenYear" slotProps={{ htmlInput: { inputMode: "numeric" } }} />
      </Group>
    </>
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

const isShowable = (address: string) => /^(\/(?!\/)|https?:\/\/[^/]+\/)/.test(address);

function Picture({ address, isLarge }: { address: string; isLarge: boolean }) {
  const [isBroken, setBroken] = useState(false);
  const size = isLarge ? { width: 240, height: 160 } : { width: 96, height: 72 };
  if (isBroken) {
    return (
      <Box
        sx={{
          ...size,
          borderRadius: "8px",
          border: 1,
          borderStyle: "dashed",
          borderColor: "divider",
          display: "grid",
          placeItems: "center",
          p: 1,
        }}
      >
        <Typography variant="caption" sx={{ color: "text.secondary", textAlign: "center" }}>
          {words.broken}
        </Typography>
      </Box>
    );
  }
  return (
    <Box
      component="img"
      src={address}
      alt=""
      onError={() => setBroken(true)}
      sx={{ ...size, objectFit: "cover", borderRadius: "8px", display: "block" }}
    />
  );
}
