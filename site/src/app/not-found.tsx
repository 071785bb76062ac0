import type { Metadata } from "next";
import Link from "next/link";
import { illustrationPath } from "@karst/web/illustrations";
import { explorePath } from "@/lib/paths";
import { t } from "@/messages/notFound.gen";
import button from "@/ui/button.module.css";
import styles from "@/ui/Message.module.css";

export const generateMetadata = (): Metadata => ({ title: t("title") });

/** The 404 page (R5). */
export default function NotFound() {
  return (
    <div className={styles.message}>
      <div className={styles.image}>
        {/* A lazy `img`: Next.js renders this component with every page and would preload an eager image there. */}
        <img src={illustrationPath("forest", 404)} alt="" loading="lazy" />
      </div>
      <h1>{t("title")}</h1>
      <p>{t("text")}</p>
      <p className={styles.actions}>
        <Link className={button.primary} href="/" prefetch={false}>
          {t("home")}
        </Link>
        <Link className={button.secondary} href={explorePath({ view: "map" })} prefetch={false}>
          {t("explore")}
        </Link>
      </p>
    </div>
  );
}
