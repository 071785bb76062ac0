import type { Metadata } from "next";
import { getSettings } from "@/api/server";
import { ContactForm } from "@/contact/ContactForm";
import { Ways } from "@/contact/ContactOptions";
import { social } from "@/layout/socialLinks";
import { words } from "@/contact/words";
import styles from "./page.module.css";

export async function generateMetadata(): Promise<Metadata> {
  const region = await getSettings();
  const { title, intro } = words;
  const description = intro(region.brand);
  return { title, description, ...social(region, { path: "/contact", title, description }) };
}

/** How to reach the guide's people. */
export default async function ContactPage() {
  const { brand, contactEmail } = await getSettings();
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{words.heading}</h1>
        <p>{words.intro(brand)}</p>
      </header>
      <div className={styles.columns}>
        <ContactForm email={contactEmail} />
        <Ways email={contactEmail} />
      </div>
    </div>
  );
}
