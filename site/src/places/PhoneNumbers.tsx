import { Fragment } from "react";
import type { PlaceView } from "@karst/client";

/** Phone numbers as they were typed, each with the link that calls it. */
export function PhoneNumbers({ parts }: { parts: PlaceView["phoneParts"] }) {
  return parts.map(({ text, href }, at) =>
    href ? (
      <a key={at} href={href}>
        {text}
      </a>
    ) : (
      <Fragment key={at}>{text}</Fragment>
    ),
  );
}
