import type { Metadata } from "next";
import Link from "next/link";
import { explorePath, illustrationPath } from "@/lib/paths";
import { notFoundTexts } from "@/texts/notFound";
import button from "@/ui/button.module.css";
import styles from "@/ui/Message.module.css";

export const metadata: Metadata = { title: notFoundTexts.title };

/** Any address that leads nowhere. */
export default function NotFound() {
  return (
    <div className={styles.message}>
      <div className={styles.image}>
        {/* A plain picture that waits to be seen: Next renders this beside every page, and would preload it there. */}
        <img src={illustrationPath("forest", 404)} alt="" loading="lazy" />
      </div>
      <h1>{notFoundTexts.title}</h1>
      <p>{notFoundTexts.text}</p>
      <p className={styles.actions}>
        <Link className={button.primary} href="/" prefetch={false}>
          {notFoundTexts.home}
        </Link>
        <Link className={button.secondary} href={explorePath({ view: "map" })} prefetch={false}>
          {notFoundTexts.explore}
        </Link>
      </p>
    </div>
  );
}
