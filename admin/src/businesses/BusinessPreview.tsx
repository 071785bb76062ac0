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
import { placeIllustration } from "@karst/web/illustrations";
import { Link as RouterLink } from "react-router-dom";
import { isShowable } from "../form/Picture";
import { useAccount } from "../identity/useAccount";
import { Facts, type Fact } from "../kit/Facts";
import { LocationPreview } from "../map/LocationPreview";
import { HeaderImage } from "../media/HeaderImage";
import { t } from "../messages/businesses.gen";
import { t as tCommon } from "../messages/common.gen";
import { t as tForm } from "../messages/placeForm.gen";
import { LiveMark } from "../live/LiveMark";
import { ActiveBadge, CategoryDot, Marks } from "./Marks";
import { priceLine } from "./prices";
import { mainCategory } from "./shape";
import { sitePath } from "./site";

/** The zoom of the map of a place on the site. */
const ZOOM = 15;

/** A short preview of a place over the list or the form. */
export default function BusinessPreview({ place, onClose }: { place: PlaceResponse; onClose: () => void }) {
  const { may } = useAccount();
  const category = mainCategory(place);
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="preview-title">
      <IconButton
        aria-label={tCommon("close")}
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
      {/* Focusable, so that it can be scrolled with the keyboard if it shows no map. */}
      <DialogContent tabIndex={0} sx={{ p: 0 }}>
        <MainImage place={place} />
        <Stack spacing={1.5} sx={{ px: 3, py: 2.5 }}>
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
            {place.description ?? t("preview.noDescription")}
          </Typography>
          <Facts facts={factsOf(place)} />
          <LocationPreview
            name={place.name}
            point={place}
            zoom={ZOOM}
            icon={category?.icon}
            color={category?.color}
            isApproximate={/^(approximate|village-level)$/.test(place.coordinateConfidence ?? "")}
          />
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        {may("editPlace", place) && (
          <Button component={RouterLink} to={`/businesses/${place.id}`} onClick={onClose}>
            {t("edit")}
          </Button>
        )}
        {place.isActive && (
          <Button
            variant="contained"
            href={sitePath(place)}
            target="_blank"
            rel="noopener"
            endIcon={<OpenInNew aria-hidden />}
          >
            {t("viewOnSite")}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** The first photo of a place, or its illustration. */
function MainImage({ place }: { place: PlaceResponse }) {
  const photo = [place.imageUrl ?? "", ...place.gallery].map((one) => one.trim()).find(isShowable);
  return (
    <>
      <HeaderImage
        address={photo ?? ""}
        illustration={placeIllustration(place.id, place.categories[0]?.slug)}
        name={place.name}
        aspectRatio={{ xs: "4 / 3", sm: "2 / 1" }}
      />
      {!photo && (
        <Typography variant="body2" sx={{ px: 3, pt: 1, color: "text.secondary" }}>
          {t("preview.noImage")}
        </Typography>
      )}
    </>
  );
}

/** The facts that travelers look for first. */
const factsOf = (place: PlaceResponse): Fact[] => [
  [tForm("fields.address"), place.address],
  [tForm("fields.commune"), place.commune],
  [tForm("fields.hours"), place.hours ?? place.operatingHours],
  [tForm("fields.priceRange"), place.priceRange],
  [tForm("fields.prices"), place.prices.map(priceLine).join("; ")],
  [tForm("fields.phone"), place.phone],
  [tForm("fields.email"), place.email],
  [tForm("fields.website"), place.website && <ExternalLink href={place.website} />],
  [
    tForm("fields.rating"),
    place.rating !== null &&
      t("preview.rating", { rating: place.rating.toFixed(1), count: place.reviewCount }),
  ],
  [t("preview.coordinates"), `${place.latitude}, ${place.longitude}`],
  [tForm("fields.tags"), place.tags.join(", ")],
  [tForm("fields.amenities"), place.amenities.join(", ")],
];

function ExternalLink({ href }: { href: string }) {
  // Older records may lack the scheme. Any other scheme becomes part of a harmless https address.
  const url = /^https?:\/\//i.test(href) ? href : `https://${href}`;
  return (
    <Link href={url} target="_blank" rel="noopener noreferrer" color="secondary">
      {href}
    </Link>
  );
}
