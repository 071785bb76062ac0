/** The icons of markers as lucide's shapes instead of its React components, for canvases and SVG elements. */
import * as banknote from "lucide-react/icons/banknote";
import * as bed from "lucide-react/icons/bed";
import * as beer from "lucide-react/icons/beer";
import * as bike from "lucide-react/icons/bike";
import * as bus from "lucide-react/icons/bus";
import * as camera from "lucide-react/icons/camera";
import * as church from "lucide-react/icons/church";
import * as coffee from "lucide-react/icons/coffee";
import * as cross from "lucide-react/icons/cross";
import * as droplets from "lucide-react/icons/droplets";
import * as dumbbell from "lucide-react/icons/dumbbell";
import * as flower from "lucide-react/icons/flower";
import * as fuel from "lucide-react/icons/fuel";
import * as info from "lucide-react/icons/info";
import * as landmark from "lucide-react/icons/landmark";
import * as mapPin from "lucide-react/icons/map-pin";
import * as mapPinned from "lucide-react/icons/map-pinned";
import * as mountain from "lucide-react/icons/mountain";
import * as pill from "lucide-react/icons/pill";
import * as plane from "lucide-react/icons/plane";
import * as ship from "lucide-react/icons/ship";
import * as shoppingCart from "lucide-react/icons/shopping-cart";
import * as smartphone from "lucide-react/icons/smartphone";
import * as smartphoneNfc from "lucide-react/icons/smartphone-nfc";
import * as soup from "lucide-react/icons/soup";
import * as store from "lucide-react/icons/store";
import * as tent from "lucide-react/icons/tent";
import * as trainFront from "lucide-react/icons/train-front";
import * as trees from "lucide-react/icons/trees";
import * as utensils from "lucide-react/icons/utensils";
import * as waves from "lucide-react/icons/waves-horizontal"; // "waves" is an older name without shapes
import * as wind from "lucide-react/icons/wind";
import * as wrench from "lucide-react/icons/wrench";
import { CAVE_PATHS } from "./cave";

/** One SVG element. All coordinates are on a 24 by 24 grid. */
export type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];

/** Lucide exports the shapes of each icon with its component, but its types omit them. */
function shapes(module: object): Shape[] {
  const { __iconData } = module as { __iconData?: { node: Shape[] } };
  return (__iconData?.node ?? []).map(([tag, { key: _key, ...attributes }]) => [tag, attributes]);
}

const ICONS = new Map(
  Object.entries({
    banknote: shapes(banknote),
    bed: shapes(bed),
    beer: shapes(beer),
    bike: shapes(bike),
    bus: shapes(bus),
    camera: shapes(camera),
    cave: CAVE_PATHS.map((d): Shape => ["path", { d }]),
    church: shapes(church),
    coffee: shapes(coffee),
    cross: shapes(cross),
    droplets: shapes(droplets),
    dumbbell: shapes(dumbbell),
    flower: shapes(flower),
    fuel: shapes(fuel),
    info: shapes(info),
    landmark: shapes(landmark),
    "map-pin": shapes(mapPin),
    "map-pinned": shapes(mapPinned),
    mountain: shapes(mountain),
    pill: shapes(pill),
    plane: shapes(plane),
    ship: shapes(ship),
    "shopping-cart": shapes(shoppingCart),
    smartphone: shapes(smartphone),
    "smartphone-nfc": shapes(smartphoneNfc),
    soup: shapes(soup),
    store: shapes(store),
    tent: shapes(tent),
    "train-front": shapes(trainFront),
    trees: shapes(trees),
    utensils: shapes(utensils),
    waves: shapes(waves),
    wind: shapes(wind),
    wrench: shapes(wrench),
  }),
);

/** The shapes of the icon `name`; a map pin if it is unknown. */
export function iconShapes(name: string): Shape[] {
  return ICONS.get(name) ?? shapes(mapPin);
}

export const ICON_NAMES: readonly string[] = [...ICONS.keys()];
