import satori from "satori";
import { IMAGE_HEIGHT, IMAGE_WIDTH, type SocialImage } from "./socialImage";
import { loadFonts, TEXT_FAMILY, TITLE_FAMILY } from "./fonts";
import { drawableText } from "./glyphCoverage";
import { loadBackground } from "./photo";

const EDGE = 64;
const WHOLE = { position: "absolute", left: 0, top: 0, width: IMAGE_WIDTH, height: IMAGE_HEIGHT } as const;
const FOOT = {
  position: "absolute",
  left: EDGE,
  bottom: EDGE - 8,
  width: IMAGE_WIDTH - 2 * EDGE,
  display: "flex",
  flexDirection: "column",
} as const;

/** A card as a drawing: an SVG whose letters are outlines, so that whoever paints it needs no fonts. */
export async function drawSocialImage(card: SocialImage): Promise<string> {
  const { src, ...laid } = await loadBackground(card.picture);
  const title = drawableText(card.title, "title");
  const kind = drawableText(card.kind, "text");
  const line = drawableText(card.line, "text");
  return satori(
    <div style={{ display: "flex", color: "#ffffff", fontFamily: TEXT_FAMILY, fontSize: 30 }}>
      <img
        src={src}
        alt=""
        width={laid.width}
        height={laid.height}
        style={{ position: "absolute", ...laid }}
      />
      <div style={{ ...WHOLE, backgroundImage: SHADE }} />
      <div style={{ position: "absolute", left: EDGE, top: EDGE - 12, display: "flex" }}>
        <Pill>
          <svg viewBox="0 0 32 32" width="38" height="38">
            <circle cx="16" cy="16" r="15" fill="none" stroke="#ffffff" strokeWidth="2" />
            <path fill="#ffffff" d={TOWERS} />
          </svg>
          <span style={{ marginLeft: 14 }}>{drawableText(card.brand, "text") ?? ""}</span>
        </Pill>
      </div>
      <div style={FOOT}>
        {kind && (
          <div style={{ display: "flex" }}>
            <Pill>
              <svg viewBox="0 0 24 24" width="24" height="24">
                <circle cx="12" cy="12" r="10" fill={card.color} stroke="#ffffff" strokeWidth="3" />
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
              fontSize: sizeOf(title),
              lineHeight: 1.12,
              letterSpacing: -1,
              textShadow: "0 2px 18px rgba(6, 20, 20, 0.55)",
            }}
          >
            {title}
          </div>
        )}
        {line && (
          <div style={{ display: "block", lineClamp: 1, marginTop: 16, fontSize: 34, color: "#f4ead0" }}>
            {line}
          </div>
        )}
        <div style={{ width: 96, height: 6, marginTop: 26, borderRadius: 3, backgroundColor: "#f2b134" }} />
      </div>
    </div>,
    { width: IMAGE_WIDTH, height: IMAGE_HEIGHT, fonts: await loadFonts() },
  );
}

/** Dark enough at the foot for white letters on any picture, and a little at the head. */
const SHADE =
  "linear-gradient(180deg, rgba(6,20,20,0.28) 0%, rgba(6,20,20,0) 26%, rgba(6,20,20,0.16) 42%, rgba(6,20,20,0.7) 70%, rgba(6,20,20,0.9) 100%)";

/** The mark's towers (`scenes/Logo.tsx`), without its water: at this size it would be crumbs. */
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

/** Short names stand large; long ones take two lines, the longest three. */
function sizeOf(title: string): number {
  if (title.length <= 18) return 108;
  if (title.length <= 40) return 88;
  return title.length <= 70 ? 68 : 56;
}
