import type { SettingsResponse } from "@karst/client";
import { targetName } from "@karst/client/brands";
import { mailtoHref, websiteHref } from "@/lib/links";
import { measurementId } from "@/analytics/analytics";
import { AskAgain } from "@/analytics/Consent";
import { explorePath } from "@/lib/paths";
import { shellTexts } from "@/texts/shell";
import { IntentLink } from "@/ui/IntentLink";
import styles from "./Footer.module.css";

const FIRST_YEAR = 2025;

/** The end of every page: ways in, ways to reach us, and whose work this is. Blank social links are not shown. */
export function Footer({ settings }: { settings: SettingsResponse }) {
  const words = shellTexts.footer;
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
        <nav aria-label={words.explore}>
          <h2>{words.explore}</h2>
          <ul>
            <li>
              <IntentLink href={explorePath({ view: "map" })}>{words.map}</IntentLink>
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
        <nav aria-label={words.support}>
          <h2>{words.support}</h2>
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
            <h2>{words.contact}</h2>
            <ul>
              <li>
                <a href={mailtoHref(settings.contactEmail)}>{settings.contactEmail}</a>
              </li>
            </ul>
          </div>
        )}
        {social.length > 0 && (
          <div>
            <h2>{words.elsewhere}</h2>
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
        <p className={styles.small}>
          © {year > FIRST_YEAR ? `${FIRST_YEAR}–${year}` : FIRST_YEAR} {settings.brand}
          <span>{shellTexts.mapSource}</span>
          {measurementId(settings.analyticsId) && <AskAgain className={styles.ask} />}
        </p>
      </div>
    </footer>
  );
}
