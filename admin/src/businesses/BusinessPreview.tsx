import Close from "@mui/icons-material/Close";
import OpenInNew from "@mui/icons-material/OpenInNew";
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  IconButton,
  Link,
  Stack,
  Typography,
} from "@mui/material";
import type { PlaceResponse } from "@karst/client";
import { useState } from "react";
import { Link as RouterLink } from "react-router-dom";
import { useAccount } from "../identity/useAccount";
import { texts } from "../texts";
import { LiveMark } from "../live/LiveMark";
import { ActiveBadge, CategoryDot, Marks } from "./Marks";
import { siteAddress } from "./site";

const words = texts.businesses;

/** A place as its page will have it, in short: for a look without leaving the list or the form. */
export default function BusinessPreview({ place, onClose }: { place: PlaceResponse; onClose: () => void }) {
  const { may } = useAccount();
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="preview-title">
      <IconButton
        aria-label={texts.portal.close}
        onClick={onClose}
        sx={{
          position: "absolute",
          top: 12,
          right: 12,
          zIndex: 1,
          bgcolor: "background.paper",
          "&:hover": { bgcolor: "background.default" },
        }}
      >
        <Close />
      </IconButton>
      <Picture place={place} />
      <DialogContent>
        <Stack spacing={1.5}>
          <Box>
            <Typography id="preview-title" variant="h1" sx={{ fontSize: "1.75rem" }}>
              <bdi>{place.name}</bdi>
            </Typography>
            {place.localName && (
              <Typography sx={{ color: "text.secondary" }}>
                <bdi>{place.localName}</bdi>
              </Typography>
            )}
          </Box>
          <Stack direction="row" sx={{ flexWrap: "wrap", gap: 1.25, alignItems: "center" }}>
            <ActiveBadge isActive={place.isActive} />
            <Marks place={place} />
            {place.categories.map((category) => (
              <Typography key={category.id} component="span" variant="body2">
                <CategoryDot category={category} />
              </Typography>
            ))}
          </Stack>
          <LiveMark place={place} />
          <Typography sx={{ whiteSpace: "pre-line", maxWidth: "65ch" }}>
            {place.description ?? words.preview.noDescription}
          </Typography>
          <Facts place={place} />
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        {may("editPlace", place) && (
          <Button component={RouterLink} to={`/businesses/${place.id}`} onClick={onClose}>
            {words.editShort}
          </Button>
        )}
        {place.isActive && (
          <Button
            variant="contained"
            href={siteAddress(place)}
            target="_blank"
            rel="noopener"
            endIcon={<OpenInNew aria-hidden />}
          >
            {words.viewOnSite}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function Picture({ place }: { place: PlaceResponse }) {
  const [isBroken, setBroken] = useState(false);
  const tint = place.category?.color ?? "#808080";
  if (place.imageUrl && !isBroken) {
    return (
      <img
        src={place.imageUrl}
        alt=""
        style={{ width: "100%", aspectRatio: "16 / 9", objectFit: "cover", display: "block" }}
        onError={() => setBroken(true)}
      />
    );
  }
  return (
    <Box sx={{ py: 3, px: 3, pr: 9, bgcolor: `color-mix(in srgb, ${tint} 12%, transparent)` }}>
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {words.preview.noPicture}
      </Typography>
    </Box>
  );
}

/** What travellers ask first, as far as it is known. */
function Facts({ place }: { place: PlaceResponse }) {
  const { fields } = words;
  const facts: [string, React.ReactNode][] = [
    [fields.address.label, place.address],
    [fields.commune.label, place.commune],
    [fields.hours.label, place.hours ?? place.operatingHours],
    [fields.priceRange.label, place.priceRange],
    [fields.phone.label, place.phone],
    [fields.email.label, place.email],
    [fields.website.label, place.website && <Foreign href={place.website} />],
    [fields.rating.label, place.rating !== null && `${place.rating.toFixed(1)} (${place.reviewCount})`],
    [texts.picker.title, `${place.latitude}, ${place.longitude}`],
    [fields.tags.label, place.tags.join(", ")],
    [fields.amenities.label, place.amenities.join(", ")],
  ];
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: "grid",
        gridTemplateColumns: "minmax(7rem, auto) 1fr",
        columnGap: 2,
        rowGap: 0.75,
        fontSize: "0.9375rem",
      }}
    >
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <Box key={label} sx={{ display: "contents" }}>
            <Box component="dt" sx={{ color: "text.secondary" }}>
              {label}
            </Box>
            <Box component="dd" sx={{ m: 0 }}>
              {value}
            </Box>
          </Box>
        ))}
    </Box>
  );
}

function Foreign({ href }: { href: string }) {
  // What was stored before the rules were there may lack its scheme; anything but the web is never a link.
  const address = /^https?:\/\//i.test(href) ? href : `https://${href}`;
  return (
    <Link href={address} target="_blank" rel="noopener noreferrer" color="secondary">
      {href}
    </Link>
  );
}
