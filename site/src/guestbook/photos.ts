import { sendImage } from "@karst/client/upload";
import { getSession } from "@/auth/authStore";

/** The maximum number of photos of an entry (R230). */
export const MAX_PHOTOS = 3;
/** The formats that the server accepts (R414). */
export const ACCEPTED_TYPES = "image/jpeg,image/png,image/webp,image/gif";

/** Photos are never shown larger, so larger uploads waste the traveler's data. */
const MAX_SIDE_PX = 2400;
/** Smaller files are not resized. */
const RESIZE_ABOVE_BYTES = 600_000;
const JPEG_QUALITY = 0.86;

/** Uploads a photo before its entry is sent and returns its id. `onProgress` gets the uploaded part, from 0 to 1. */
export async function uploadPhoto(
  file: File,
  alt: string,
  onProgress: (fraction: number) => void,
): Promise<number> {
  const token = await (await getSession()).token();
  if (!token) throw new Error("401: Unauthorized");
  const { id } = await sendImage({
    file: await resize(file),
    name: file.name,
    fields: { purpose: "entry", alt },
    token,
    onProgress,
  });
  return id;
}

/** Resizes a large photo for a quick upload from a phone. Returns the file itself if that fails or is not smaller. */
async function resize(file: File): Promise<Blob> {
  if (file.size < RESIZE_ABOVE_BYTES || typeof createImageBitmap !== "function") return file;
  try {
    // The result is upright and has no metadata.
    const image = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, MAX_SIDE_PX / Math.max(image.width, image.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    const resized = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, "image/jpeg", JPEG_QUALITY),
    );
    return resized && resized.size < file.size ? resized : file;
  } catch {
    return file;
  }
}
