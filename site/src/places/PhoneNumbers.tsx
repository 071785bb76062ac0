import type { PlaceResponse } from "@karst/client";

/** Phone numbers as they were typed, with `tel:` links. */
export function PhoneNumbers({ parts }: { parts: PlaceResponse["phoneParts"] }) {
  return parts.map(({ text, href }, index) =>
    href ? (
      <a key={index} href={href}>
        <bdi>{text}</bdi>
      </a>
    ) : (
      <bdi key={index}>{text}</bdi>
    ),
  );
}
