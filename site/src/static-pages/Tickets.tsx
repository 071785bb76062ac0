import { Clock, Route, Wallet } from "lucide-react";
import type { City } from "@karst/client";
import { t } from "@/messages/cityTabs.gen";
import { PriceList } from "@/places/PriceList";
import styles from "./Tickets.module.css";

type Option = City["options"][number];

/** The ways to travel from a city as tickets (R94). */
export function Tickets({ options, timeZone }: { options: Option[]; timeZone: string }) {
  return (
    <ul className={styles.tickets}>
      {options.map((option, index) => (
        <li key={index}>
          <Ticket option={option} timeZone={timeZone} />
        </li>
      ))}
    </ul>
  );
}

/** Known amounts are a list with the dates of their checks (R571). */
function Ticket({ option, timeZone }: { option: Option; timeZone: string }) {
  return (
    <article className={styles.ticket}>
      <h4>
        <Route size={22} aria-hidden />
        {option.type}
      </h4>
      <p className={styles.badges}>
        <span>
          <Clock size={16} aria-hidden />
          {option.duration}
        </span>
        {option.price && (
          <span className={styles.price}>
            <Wallet size={16} aria-hidden />
            {option.price}
          </span>
        )}
      </p>
      {option.prices.length > 0 && (
        <div className={styles.amounts}>
          <Wallet size={20} aria-hidden />
          <PriceList prices={option.prices} timeZone={timeZone} />
        </div>
      )}
      {option.details && <p>{option.details}</p>}
      {option.companies.length > 0 && (
        <p className={styles.companies}>{t("operators", { names: option.companies.join(", ") })}</p>
      )}
    </article>
  );
}
