"use client";

import type { ReactNode } from "react";
import { websiteName } from "@/lib/links";
import { ExternalLink } from "@/ui/ExternalLink";
import { trackEvent } from "@/analytics/analytics";

type Props = { href: string; className: string | undefined; place: string; children: ReactNode };

/** A link to the website of a place, which is counted in analytics. R83 */
export function WebsiteLink({ href, className, place, children }: Props) {
  return (
    <ExternalLink
      href={href}
      className={className}
      title={websiteName(href)}
      onClick={() => trackEvent("visit_website", { category: "conversion", label: place, value: 1 })}
    >
      {children}
    </ExternalLink>
  );
}
