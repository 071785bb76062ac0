import type { PlaceResponse } from "@karst/client";

/** Phone numbers as they were typed, each with the link that calls it. */
export function PhoneNumbers({ parts }: { parts: PlaceResponse["phoneParts"] }) {
  return parts.map(({ text, href }, at) =>
    href ? (
      <a key={at} href={href}>
        <bdi>{text}</bdi>
      </a>
    ) : (
      <bdi key={at}>{text}</bdi>
    ),
  );
}
