import type { ReactNode } from "react";
import { Clock, Handshake, Mail, Wrench, type LucideIcon } from "lucide-react";
import { mailtoHref } from "@/lib/links";
import { t } from "@/messages/contact.gen";
import styles from "./ContactOptions.module.css";

/** Cards with other contact options and the response time (R105). Without an email address only the latter is shown. */
export function ContactOptions({ email }: { email: string }) {
  return (
    <div className={styles.options}>
      {email && (
        <Card icon={Mail} title={t("options.email.title")} text={t("options.email.text")}>
          <a href={mailtoHref(email)}>{email}</a>
        </Card>
      )}
      <Card icon={Clock} title={t("options.response.title")} text={t("options.response.text")} />
      {email && (
        <>
          <Card icon={Handshake} title={t("options.partnership.title")} text={t("options.partnership.text")}>
            <a href={mailtoHref(email, t("options.partnership.title"))}>{t("options.partnership.link")}</a>
          </Card>
          <Card icon={Wrench} title={t("options.support.title")} text={t("options.support.text")}>
            <a href={mailtoHref(email, t("options.support.title"))}>{t("options.support.link")}</a>
          </Card>
        </>
      )}
    </div>
  );
}

type CardProps = { icon: LucideIcon; title: string; text: string; children?: ReactNode };

function Card({ icon: Icon, title, text, children }: CardProps) {
  return (
    <section className={styles.card}>
      <Icon size={24} aria-hidden />
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </section>
  );
}
