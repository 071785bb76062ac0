import { sceneFile } from "@/illustrations/file";
import { mediaFile } from "@/api/server";
import type { OwnPicture } from "@/ui/imageSource";
import { CARD_HEIGHT, CARD_WIDTH } from "./card";
import { cover, type Laid } from "./frame";

/** The picture of a card, whole and within the drawing, and how it is laid. */
export async function laidPicture(picture: string | OwnPicture): Promise<{ src: string } & Laid> {
  const frame = { width: CARD_WIDTH, height: CARD_HEIGHT };
  if (typeof picture !== "string") {
    const src = dataUrl("image/jpeg", await mediaFile(picture.url));
    return { src, ...cover(frame, picture, { x: picture.focalX, y: picture.focalY }) };
  }
  const scene = sceneFile(picture.replace("/scenes/", ""));
  if (!scene) throw new Error(`${picture} is no scene`);
  return { src: dataUrl("image/svg+xml", Buffer.from(scene.svg)), ...cover(frame, scene) };
}

function dataUrl(kind: string, bytes: Buffer): string {
  return `data:${kind};base64,${bytes.toString("base64")}`;
}
