import type { Metadata } from "next";
import { getSettings } from "@/api/server";
import { ContactForm } from "@/contact/ContactForm";
import { ContactOptions } from "@/contact/ContactOptions";
import { pageMetadata } from "@/layout/pageMetadata";
import { t } from "@/messages/contact.gen";
import styles from "./page.module.css";

export async function generateMetadata(): Promise<Metadata> {
  const region = await getSettings();
  const title = t("title");
  const description = t("intro", { brand: region.brand });
  return { title, description, ...pageMetadata(region, { path: "/contact", title, description }) };
}

export default async function ContactPage() {
  const { brand, contactEmail } = await getSettings();
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t("heading")}</h1>
        <p>{t("intro", { brand })}</p>
      </header>
      <div className={styles.columns}>
        <ContactForm email={contactEmail} />
        <ContactOptions email={contactEmail} />
      </div>
    </div>
  );
}
