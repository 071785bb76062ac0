import { PicturesField } from "./PicturesField";

interface PictureInputProps {
  /** The field of the form: the address of an image. */
  source: string;
  label: string;
  hint?: string;
}

const single = (text: string) => (text.trim() === "" ? [] : [text.trim()]);

/** One image of a form. */
export function PictureInput(props: PictureInputProps) {
  return <PicturesField {...props} isMany={false} toList={single} />;
}

interface GalleryInputProps extends PictureInputProps {
  /** The addresses in the text of the field, which separates them by commas. */
  toList: (text: string) => string[];
}

/** The images of a form in their order. */
export function GalleryInput(props: GalleryInputProps) {
  return <PicturesField {...props} isMany />;
}
