import { useTheme } from "@mui/material/styles";

const FAR =
  "M-40 280V196C-17 196 -19 92 10 71S36 66 51 81S83 196 106 196C139 196 135 153 179 144S219 142 241 148S290 196 325 196C346 196 344 152 375 144S404 141 420 148S455 196 481 196C514 196 510 88 555 66S596 60 619 77S669 196 706 196C728 196 725 117 759 102S789 98 806 110S844 196 871 196C900 196 897 101 937 82S974 77 995 92S1040 196 1073 196C1096 196 1094 96 1127 76S1158 71 1176 86S1213 196 1241 196C1265 196 1262 150 1296 140S1327 138 1345 145S1383 196 1410 196C1441 196 1437 131 1479 118S1517 114 1538 124S1585 196 1619 196V280z";
const NEAR =
  "M-40 280V224C-11 224 -14 173 21 163S53 160 71 168S111 224 139 224C170 224 166 152 208 137S246 134 267 145S314 224 348 224C373 224 370 152 405 138S438 134 456 145S496 224 525 224C563 224 558 181 609 172S656 170 681 177S738 224 780 224C800 224 797 148 829 133S857 129 873 140S909 224 934 224C959 224 957 181 992 173S1024 170 1041 177S1081 224 1109 224C1134 224 1132 193 1167 186S1199 185 1217 190S1257 224 1286 224C1316 224 1312 146 1353 130S1391 126 1411 138S1457 224 1491 224V280z";

/** A decorative drawing of karst towers over a river at dusk, in the theme's colors. */
export function Ridge() {
  const { tokens, palette } = useTheme();
  const isLight = palette.mode === "light";
  return (
    <svg
      viewBox="0 0 1440 280"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden
      width="100%"
      height="100%"
      style={{ display: "block" }}
    >
      <circle cx="1069" cy="122" r="21" fill={tokens["color-accent"]} opacity={isLight ? 1 : 0.8} />
      <path d={FAR} fill={tokens["color-primary"]} opacity={isLight ? 0.16 : 0.14} />
      <path d={NEAR} fill={tokens["color-primary"]} opacity={isLight ? 0.34 : 0.26} />
      <path
        d="M0 280v-42c240-14 420-18 720-18s500 6 720 18v42z"
        fill={tokens["color-primary"]}
        opacity={isLight ? 1 : 0.36}
      />
      <path
        d="M0 280v-14c300-12 520-16 760-16s460 6 680 16v14z"
        fill={tokens["color-link"]}
        opacity={isLight ? 0.55 : 0.3}
      />
    </svg>
  );
}
