import { sceneFile } from "@/illustrations/file";
import { getMediaFile } from "@/api/server";
import type { MediaImage } from "@/ui/imageSource";
import { IMAGE_HEIGHT, IMAGE_WIDTH } from "./socialImage";
import { cover, type Placement } from "./frame";

/** The background of a social image as a data URL with its placement. */
export async function loadBackground(background: string | MediaImage): Promise<{ src: string } & Placement> {
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
