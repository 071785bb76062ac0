import { sendImage } from "@karst/client/upload";
import { getSession } from "@/auth/authStore";

/** The most photos of an entry (rule B30). */
export const MAX_PHOTOS = 3;
/** What the server reads (decisions, section 6). */
export const ACCEPTED_TYPES = "image/jpeg,image/png,image/webp,image/gif";

/** A longer side than the largest that is ever shown is a waste of somebody's data. */
const LONGEST_SIDE = 2400;
/** Smaller files go as they are, in bytes. */
const SMALL = 600_000;
const QUALITY = 0.86;

/** Sends a photo for an entry that is not sent yet; answers its id. `onProgress` hears how much has gone, from 0 to 1. */
export async function uploadPhoto(
  file: File,
  alt: string,
  onProgress: (part: number) => void,
): Promise<number> {
  const token = await (await getSession()).token();
  if (!token) throw new Error("401: Unauthorized");
  const { id } = await sendImage({
    file: await lighter(file),
    name: file.name,
    words: { purpose: "entry", alt },
    token,
    onProgress,
  });
  return id;
}

/** The photo in a size that is quick to send from a phone; as it is where it is small, or where that is not possible. */
async function lighter(file: File): Promise<Blob> {
  if (file.size < SMALL || typeof createImageBitmap !== "function") return file;
  try {
    // It comes upright, and what the camera noted stays behind.
    const image = await createImageBitmap(file, { imageOrientation: "from-image" });
    const shrink = Math.min(1, LONGEST_SIDE / Math.max(image.width, image.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.width * shrink);
    canvas.height = Math.round(image.height * shrink);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    const small = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
    return small && small.size < file.size ? small : file;
  } catch {
    return file;
  }
}
