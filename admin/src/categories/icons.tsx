import AccountBalance from "@mui/icons-material/AccountBalance";
import Air from "@mui/icons-material/Air";
import Bed from "@mui/icons-material/Bed";
import Build from "@mui/icons-material/Build";
import Church from "@mui/icons-material/Church";
import Coffee from "@mui/icons-material/Coffee";
import Contactless from "@mui/icons-material/Contactless";
import DirectionsBike from "@mui/icons-material/DirectionsBike";
import DirectionsBoat from "@mui/icons-material/DirectionsBoat";
import DirectionsBus from "@mui/icons-material/DirectionsBus";
import Festival from "@mui/icons-material/Festival";
import FitnessCenter from "@mui/icons-material/FitnessCenter";
import Flight from "@mui/icons-material/Flight";
import Forest from "@mui/icons-material/Forest";
import Info from "@mui/icons-material/Info";
import LocalFlorist from "@mui/icons-material/LocalFlorist";
import LocalGasStation from "@mui/icons-material/LocalGasStation";
import LocalHospital from "@mui/icons-material/LocalHospital";
import Medication from "@mui/icons-material/Medication";
import Payments from "@mui/icons-material/Payments";
import PhotoCamera from "@mui/icons-material/PhotoCamera";
import PinDrop from "@mui/icons-material/PinDrop";
import Place from "@mui/icons-material/Place";
import RamenDining from "@mui/icons-material/RamenDining";
import Restaurant from "@mui/icons-material/Restaurant";
import ShoppingCart from "@mui/icons-material/ShoppingCart";
import Smartphone from "@mui/icons-material/Smartphone";
import SportsBar from "@mui/icons-material/SportsBar";
import Storefront from "@mui/icons-material/Storefront";
import SvgIcon from "@mui/material/SvgIcon";
import Terrain from "@mui/icons-material/Terrain";
import Train from "@mui/icons-material/Train";
import Water from "@mui/icons-material/Water";
import WaterDrop from "@mui/icons-material/WaterDrop";
import type { MARKER_ICONS } from "@karst/client/markers";
import type { ComponentType } from "react";

export type MarkerIcon = (typeof MARKER_ICONS)[number];

/** A picture for each marker icon. The site draws the same subjects in its own style. */
export const ICON_PICTURES: Record<MarkerIcon, ComponentType> = {
  banknote: Payments,
  bed: Bed,
  beer: SportsBar,
  bike: DirectionsBike,
  bus: DirectionsBus,
  camera: PhotoCamera,
  cave: Cave,
  church: Church,
  coffee: Coffee,
  cross: LocalHospital,
  droplets: WaterDrop,
  dumbbell: FitnessCenter,
  flower: LocalFlorist,
  fuel: LocalGasStation,
  info: Info,
  landmark: AccountBalance,
  "map-pin": Place,
  "map-pinned": PinDrop,
  mountain: Terrain,
  pill: Medication,
  plane: Flight,
  ship: DirectionsBoat,
  "shopping-cart": ShoppingCart,
  smartphone: Smartphone,
  "smartphone-nfc": Contactless,
  soup: RamenDining,
  store: Storefront,
  tent: Festival,
  "train-front": Train,
  trees: Forest,
  utensils: Restaurant,
  waves: Water,
  wind: Air,
  wrench: Build,
};

/** A cave mouth under a hill, which the icon library lacks. */
function Cave() {
  return (
    <SvgIcon>
      <path
        d="M2 20.5h20M3.2 20.5C4 14.5 5 8.8 8 6.2c1.9-1.7 3-2.7 4.6-2.7 1.8 0 2.6 1.6 4 3.3 2.9 3.4 3.6 8.4 4.2 13.7M8.3 20.5c-.2-4.6 1.2-8 3.9-8s4 3.4 3.8 8"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
      />
    </SvgIcon>
  );
}
