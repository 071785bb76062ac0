import type { ReactNode } from "react";
import { Clock, Handshake, Mail, Wrench, type LucideIcon } from "lucide-react";
import { mailtoHref } from "@/lib/links";
import styles from "./ContactOptions.module.css";
import { words } from "./words";

/** Other ways to the guide's people, and how soon they answer (row 105). Without an address there is only the latter. */
export function Ways({ email }: { email: string }) {
  return (
    <div className={styles.ways}>
      {email && (
        <Card icon={Mail} title={words.email} text={words.emailText}>
          <a href={mailtoHref(email)}>{email}</a>
        </Card>
      )}
      <Card icon={Clock} title={words.response} text={words.responseText} />
      {email && (
        <>
          <Card icon={Handshake} title={words.partnership} text={words.partnershipText}>
            <a href={mailtoHref(email, words.partnership)}>{words.partnershipMail}</a>
          </Card>
          <Card icon={Wrench} title={words.support} text={words.supportText}>
            <a href={mailtoHref(email, words.support)}>{words.supportMail}</a>
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
