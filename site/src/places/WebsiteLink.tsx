"use client";

import type { ReactNode } from "react";
import { websiteName } from "@/lib/links";
import { trackEvent } from "@/analytics/analytics";
import { OutLink } from "@/ui/ExternalLink";

type Props = { href: string; className: string | undefined; place: string; children: ReactNode };

/** The way to a place's own website; that it is followed is counted (row 83). */
export function WebsiteLink({ href, className, place, children }: Props) {
  return (
    <OutLink
      href={href}
      className={className}
      title={websiteName(href)}
      onClick={() => trackEvent("visit_website", { category: "conversion", label: place, value: 1 })}
    >
      {children}
    </OutLink>
  );
}
