import type { SettingsResponse } from "@karst/client";
import { targetName, type Brand } from "@karst/client/brands";
import { mailtoHref, websiteHref } from "@/lib/links";
import { parseMeasurementId } from "@/analytics/analytics";
import { ConsentButton } from "@/analytics/Consent";
import { explorePath } from "@/lib/paths";
import { t as tExternalLink } from "@/messages/externalLink.gen";
import { t } from "@/messages/footer.gen";
import { t as tNavigation } from "@/messages/navigation.gen";
import { IntentLink } from "@/ui/IntentLink";
import styles from "./Footer.module.css";

const FIRST_YEAR = 2025;

const NETWORKS = [
  ["facebook", "Facebook"],
  ["instagram", "Instagram"],
  ["youtube", "YouTube"],
  ["tiktok", "TikTok"],
] as const satisfies readonly [keyof SettingsResponse["social"], Brand][];

/** The footer of every page: navigation, contact, social links and copyright. Blank social links are omitted. */
export function Footer({ settings }: { settings: SettingsResponse }) {
  const year = new Date().getFullYear();
  const years = year > FIRST_YEAR ? `${FIRST_YEAR}–${year}` : String(FIRST_YEAR);
  const social = NETWORKS.flatMap(([network, brand]) => {
    const href = websiteHref(settings.social[network]);
    return href ? [{ href, label: targetName(href, brand) }] : [];
  });
  return (
    <footer className={`${styles.footer} no-print`}>
      <div className={styles.inner}>
        <p className={styles.brand}>
          {settings.brand}
          {settings.tagline && <span>{settings.tagline}</span>}
        </p>
        <nav aria-label={t("explore")}>
          <h2>{t("explore")}</h2>
          <Links
            labels={{
              [explorePath({ view: "map" })]: t("map"),
              "/inspiration": tNavigation("inspiration"),
              "/guestbook": tNavigation("guestbook"),
              "/getting-here": tNavigation("gettingHere"),
            }}
          />
        </nav>
        <nav aria-label={t("support")}>
          <h2>{t("support")}</h2>
          <Links
            labels={{
              "/about": tNavigation("about"),
              "/contact": tNavigation("contact"),
              "/help": t("help"),
              "/privacy": t("privacy"),
            }}
          />
        </nav>
        {settings.contactEmail && (
          <div>
            <h2>{t("email")}</h2>
            <ul>
              <li>
                <a href={mailtoHref(settings.contactEmail)}>{settings.contactEmail}</a>
              </li>
            </ul>
          </div>
        )}
        {social.length > 0 && (
          <div>
            <h2>{t("social")}</h2>
            <ul>
              {social.map(({ href, label }) => (
                <li key={label}>
                  <a href={href} rel="me noopener" target="_blank">
                    {label}
                    <span className="visually-hidden"> {tExternalLink("newTab")}</span>
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )}
        <p className={styles.legal}>
          {t("copyright", { years, brand: settings.brand })}
          <span>{t("mapData")}</span>
          {parseMeasurementId(settings.analyticsId) && <ConsentButton className={styles.consent} />}
        </p>
      </div>
    </footer>
  );
}

function Links({ labels }: { labels: Record<string, string> }) {
  return (
    <ul>
      {Object.entries(labels).map(([href, label]) => (
        <li key={href}>
          <IntentLink href={href}>{label}</IntentLink>
        </li>
      ))}
    </ul>
  );
}
