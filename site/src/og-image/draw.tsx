import satori from "satori";
import { getMediaFile } from "@/api/server";
import { sceneFile } from "@/illustrations/file";
import type { MediaImage } from "@/ui/imageSource";
import { IMAGE_HEIGHT, IMAGE_WIDTH, type SocialImage } from "./socialImage";
import { loadFonts, TEXT_FAMILY, TITLE_FAMILY } from "./fonts";
import { drawableText } from "./glyphCoverage";
import { cover, type Placement } from "./frame";

const MARGIN = 64;
const FULL_SIZE = {
  position: "absolute",
  left: 0,
  top: 0,
  width: IMAGE_WIDTH,
  height: IMAGE_HEIGHT,
} as const;
const FOOTER = {
  position: "absolute",
  left: MARGIN,
  bottom: MARGIN - 8,
  width: IMAGE_WIDTH - 2 * MARGIN,
  display: "flex",
  flexDirection: "column",
} as const;

/** Draws a social image as SVG. Text becomes outlines, so that the rasterizer needs no fonts. */
export async function drawSocialImage(image: SocialImage): Promise<string> {
  const { src, ...placement } = await loadBackground(image.background);
  const title = drawableText(image.title, "title");
  const kind = drawableText(image.kind, "text");
  const subtitle = drawableText(image.subtitle, "text");
  return satori(
    <div style={{ display: "flex", color: "#ffffff", fontFamily: TEXT_FAMILY, fontSize: 30 }}>
      <img
        src={src}
        alt=""
        width={placement.width}
        height={placement.height}
        style={{ position: "absolute", ...placement }}
      />
      <div style={{ ...FULL_SIZE, backgroundImage: SHADE }} />
      <div style={{ position: "absolute", left: MARGIN, top: MARGIN - 12, display: "flex" }}>
        <Pill>
          <svg viewBox="0 0 32 32" width="38" height="38">
            <circle cx="16" cy="16" r="15" fill="none" stroke="#ffffff" strokeWidth="2" />
            <path fill="#ffffff" d={TOWERS} />
          </svg>
          <span style={{ marginLeft: 14 }}>{drawableText(image.brand, "text") ?? ""}</span>
        </Pill>
      </div>
      <div style={FOOTER}>
        {kind && (
          <div style={{ display: "flex" }}>
            <Pill>
              <svg viewBox="0 0 24 24" width="24" height="24">
                <circle cx="12" cy="12" r="10" fill={image.color} stroke="#ffffff" strokeWidth="3" />
              </svg>
              <span style={{ marginLeft: 14 }}>{kind}</span>
            </Pill>
          </div>
        )}
        {title && (
          <div
            style={{
              display: "block",
              lineClamp: 3,
              wordBreak: "break-word",
              marginTop: 22,
              fontFamily: TITLE_FAMILY,
              fontSize: titleSize(title),
              lineHeight: 1.12,
              letterSpacing: -1,
              textShadow: "0 2px 18px rgba(6, 20, 20, 0.55)",
            }}
          >
            {title}
          </div>
        )}
        {subtitle && (
          <div style={{ display: "block", lineClamp: 1, marginTop: 16, fontSize: 34, color: "#f4ead0" }}>
            {subtitle}
          </div>
        )}
        <div style={{ width: 96, height: 6, marginTop: 26, borderRadius: 3, backgroundColor: "#f2b134" }} />
      </div>
    </div>,
    { width: IMAGE_WIDTH, height: IMAGE_HEIGHT, fonts: await loadFonts() },
  );
}

/** Darkens the bottom enough for white text on any background, and the top a little. */
const SHADE =
  "linear-gradient(180deg, rgba(6,20,20,0.28) 0%, rgba(6,20,20,0) 26%, rgba(6,20,20,0.16) 42%, rgba(6,20,20,0.7) 70%, rgba(6,20,20,0.9) 100%)";

/** The towers of the logo (`illustrations/Logo.tsx`) without its water, which is too small here. */
const TOWERS =
  "M4.8 21l1-4.8Q6.2 12.8 8 12.8q1.9 0 2.2 2.4L11.2 8.5Q11.9 4.5 14.8 4.5q2.9 0 3.6 3.8.9.2 1.2 2.1l.9 4.4q.5-2.1 2.2-2.1 1.9 0 2.4 2.6.8.1 1.1 1.7L27 21z";

function Pill({ children }: { children: React.ReactNode }) {
  return (
    <div
      style={{
        display: "flex",
        alignItems: "center",
        padding: "10px 24px 10px 14px",
        borderRadius: 999,
        backgroundColor: "rgba(6, 20, 20, 0.62)",
      }}
    >
      {children}
    </div>
  );
}

/** Short titles are large; long ones take two lines, the longest three. */
function titleSize(title: string): number {
  if (title.length <= 18) return 108;
  if (title.length <= 40) return 88;
  return title.length <= 70 ? 68 : 56;
}

/** The background of a social image as a data URL with its placement. */
async function loadBackground(background: string | MediaImage): Promise<{ src: string } & Placement> {
  const frame = { width: IMAGE_WIDTH, height: IMAGE_HEIGHT };
  if (typeof background !== "string") {
    const src = dataUrl("image/jpeg", await getMediaFile(background.url));
    return { src, ...cover(frame, background, { x: background.focalX, y: background.focalY }) };
  }
  const scene = sceneFile(background.replace("/scenes/", ""));
  if (!scene) throw new Error(`Not an illustration: ${background}`);
  return { src: dataUrl("image/svg+xml", Buffer.from(scene.svg)), ...cover(frame, scene) };
}

function dataUrl(contentType: string, bytes: Buffer): string {
  return `data:${contentType};base64,${bytes.toString("base64")}`;
}
