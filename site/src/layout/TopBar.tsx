import { Logo } from "@/illustrations/Logo";
import { t } from "@/messages/layout.gen";
import { IntentLink } from "@/ui/IntentLink";
import { PagePending } from "@/ui/PagePending";
import { AccountMenu } from "./AccountMenu";
import { NAV_LINKS } from "./links";
import { MobileMenu } from "./MobileMenu";
import { NavLinks } from "./NavLinks";
import styles from "./TopBar.module.css";

/** The bar above every page: logo, name, navigation and account (R9). */
export function TopBar({ brand, tagline }: { brand: string; tagline: string }) {
  return (
    <header className={styles.bar}>
      <a className={styles.skip} href="#content">
        {t("skip")}
      </a>
      <div className={styles.inner}>
        <IntentLink className={styles.brand} href="/">
          <Logo className={styles.logo} />
          <span className={styles.name}>
            {brand}
            {tagline && <span className={styles.tagline}>{tagline}</span>}
          </span>
          <PagePending />
        </IntentLink>
        <nav className={styles.nav} aria-label={t("navigation")}>
          <NavLinks links={NAV_LINKS} className={styles.links} />
        </nav>
        <div className={styles.desktop}>
          <AccountMenu />
        </div>
        <MobileMenu />
      </div>
    </header>
  );
}
