"use client";

import type { ReactNode } from "react";
import { websiteName } from "@/lib/links";
import { countEvent } from "@/analytics/analytics";
import { ExternalLink } from "@/ui/ExternalLink";

type Props = { href: string; className: string | undefined; place: string; children: ReactNode };

/** The way to a place's own website; that it is followed is counted (row 83). */
export function WebsiteLink({ href, className, place, children }: Props) {
  return (
    <ExternalLink
      href={href}
      className={className}
      title={websiteName(href)}
      onClick={() => countEvent("visit_website", { category: "conversion", label: place, value: 1 })}
    >
      {children}
    </ExternalLink>
  );
}
