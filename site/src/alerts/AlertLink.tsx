import { ArrowRight } from "lucide-react";
import { t } from "@/messages/alerts.gen";
import { ExternalLink } from "@/ui/ExternalLink";
import { IntentLink } from "@/ui/IntentLink";

/** The link of an alert: to a page of this site, or to another site. */
export function AlertLink({ href }: { href: string }) {
  if (!href.startsWith("/")) {
    return (
      <ExternalLink href={href} className={undefined}>
        {t("more")}
      </ExternalLink>
    );
  }
  return (
    <IntentLink href={href}>
      {t("more")}
      <ArrowRight size={16} aria-hidden />
    </IntentLink>
  );
}
