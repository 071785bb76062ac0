import { sceneFile } from "@/illustrations/file";
import { getMediaFile } from "@/api/server";
import type { MediaImage } from "@/ui/imageSource";
import { IMAGE_HEIGHT, IMAGE_WIDTH } from "./socialImage";
import { cover, type Placement } from "./frame";

/** The picture of a card, whole and within the drawing, and how it is laid. */
export async function loadBackground(picture: string | MediaImage): Promise<{ src: string } & Placement> {
  const frame = { width: IMAGE_WIDTH, height: IMAGE_HEIGHT };
  if (typeof picture !== "string") {
    const src = dataUrl("image/jpeg", await getMediaFile(picture.url));
    return { src, ...cover(frame, picture, { x: picture.focalX, y: picture.focalY }) };
  }
  const scene = sceneFile(picture.replace("/scenes/", ""));
  if (!scene) throw new Error(`${picture} is no scene`);
  return { src: dataUrl("image/svg+xml", Buffer.from(scene.svg)), ...cover(frame, scene) };
}

function dataUrl(kind: string, bytes: Buffer): string {
  return `data:${kind};base64,${bytes.toString("base64")}`;
}
