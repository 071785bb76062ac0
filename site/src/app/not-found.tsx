import type { Metadata } from "next";
import Link from "next/link";
import { explorePath, scenePath } from "@/kit/paths";
import { texts } from "@/texts";
import button from "@/ui/button.module.css";
import styles from "@/ui/Message.module.css";

export const metadata: Metadata = { title: texts.notFound.title };

/** Any address that leads nowhere. */
export default function NotFound() {
  return (
    <div className={styles.message}>
      <div className={styles.picture}>
        {/* A plain picture that waits to be seen: Next renders this beside every page, and would preload it there. */}
        <img src={scenePath("forest", 404)} alt="" loading="lazy" />
      </div>
      <h1>{texts.notFound.title}</h1>
      <p>{texts.notFound.text}</p>
      <p className={styles.ways}>
        <Link className={button.primary} href="/" prefetch={false}>
          {texts.notFound.home}
        </Link>
        <Link className={button.secondary} href={explorePath({ view: "map" })} prefetch={false}>
          {texts.notFound.explore}
        </Link>
      </p>
    </div>
  );
}
