import type { SettingsResponse } from "@karst/client";
import { targetName } from "@karst/client/brands";
import { mailtoHref, websiteHref } from "@/lib/links";
import { parseMeasurementId } from "@/analytics/analytics";
import { ConsentButton } from "@/analytics/Consent";
import { explorePath } from "@/lib/paths";
import { shellTexts } from "@/texts/shell";
import { IntentLink } from "@/ui/IntentLink";
import styles from "./Footer.module.css";

const FIRST_YEAR = 2025;

/** The footer of every page: navigation, contact, social links and copyright. Blank social links are omitted. */
export function Footer({ settings }: { settings: SettingsResponse }) {
  const texts = shellTexts.footer;
  const year = new Date().getFullYear();
  const social = Object.entries(shellTexts.social).flatMap(([network, label]) => {
    const href = websiteHref(settings.social[network as keyof typeof settings.social]);
    return href ? [{ href, label: targetName(href, label) }] : [];
  });
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <p className={styles.brand}>
          {settings.brand}
          {settings.tagline && <span>{settings.tagline}</span>}
        </p>
        <nav aria-label={texts.explore}>
          <h2>{texts.explore}</h2>
          <ul>
            <li>
              <IntentLink href={explorePath({ view: "map" })}>{texts.map}</IntentLink>
            </li>
            <li>
              <IntentLink href="/inspiration">{shellTexts.inspiration}</IntentLink>
            </li>
            <li>
              <IntentLink href="/guestbook">{shellTexts.guestbook}</IntentLink>
            </li>
            <li>
              <IntentLink href="/getting-here">{shellTexts.gettingHere}</IntentLink>
            </li>
          </ul>
        </nav>
        <nav aria-label={texts.support}>
          <h2>{texts.support}</h2>
          <ul>
            <li>
              <IntentLink href="/about">{shellTexts.about}</IntentLink>
            </li>
            <li>
              <IntentLink href="/contact">{shellTexts.contact}</IntentLink>
            </li>
            <li>
              <IntentLink href="/help">{shellTexts.help}</IntentLink>
            </li>
            <li>
              <IntentLink href="/privacy">{shellTexts.privacy}</IntentLink>
            </li>
          </ul>
        </nav>
        {settings.contactEmail && (
          <div>
            <h2>{texts.contact}</h2>
            <ul>
              <li>
                <a href={mailtoHref(settings.contactEmail)}>{settings.contactEmail}</a>
              </li>
            </ul>
          </div>
        )}
        {social.length > 0 && (
          <div>
            <h2>{texts.socialLinks}</h2>
            <ul>
              {social.map(({ href, label }) => (
                <li key={label}>
                  <a href={href} rel="me noopener" target="_blank">
                    {label}
                    <span className="visually-hidden"> ({shellTexts.newTab})</span>
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )}
        <p className={styles.legal}>
          © {year > FIRST_YEAR ? `${FIRST_YEAR}–${year}` : FIRST_YEAR} {settings.brand}
          <span>{shellTexts.mapSource}</span>
          {parseMeasurementId(settings.analyticsId) && <ConsentButton className={styles.consent} />}
        </p>
      </div>
    </footer>
  );
}
