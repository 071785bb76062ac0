import type { ReactNode } from "react";
import { Clock, Handshake, Mail, Wrench, type LucideIcon } from "lucide-react";
import { mailtoHref } from "@/lib/links";
import styles from "./ContactOptions.module.css";
import { texts } from "./texts";

/** Cards with other contact options and the response time (R105). Without an email address only the latter is shown. */
export function ContactOptions({ email }: { email: string }) {
  return (
    <div className={styles.options}>
      {email && (
        <Card icon={Mail} title={texts.email} text={texts.emailText}>
          <a href={mailtoHref(email)}>{email}</a>
        </Card>
      )}
      <Card icon={Clock} title={texts.response} text={texts.responseText} />
      {email && (
        <>
          <Card icon={Handshake} title={texts.partnership} text={texts.partnershipText}>
            <a href={mailtoHref(email, texts.partnership)}>{texts.partnershipMail}</a>
          </Card>
          <Card icon={Wrench} title={texts.support} text={texts.supportText}>
            <a href={mailtoHref(email, texts.support)}>{texts.supportMail}</a>
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
