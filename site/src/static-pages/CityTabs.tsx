"use client";

import { Clock, Route, Wallet } from "lucide-react";
import * as Tabs from "@radix-ui/react-tabs";
import type { City } from "@karst/client";
import { t } from "@/messages/cityTabs.gen";
import styles from "./CityTabs.module.css";

/**
 * The cities of departure as tabs along a road drawn to scale. The selected city shows its ways to travel as tickets
 * (R93, R94). Without scripts the tickets of all cities are visible.
 */
export function CityTabs({ cities }: { cities: City[] }) {
  const farthest = Math.max(...cities.map(({ distanceKm }) => distanceKm), 1);
  return (
    <Tabs.Root defaultValue="0" className={styles.tabs}>
      <div className={styles.stops}>
        <Tabs.List className={styles.list} aria-label={t("cities")}>
          {cities.map(({ name, distanceKm }, index) => (
            <Tabs.Trigger key={index} value={String(index)} className={styles.stop}>
              {name}
              <span>{t("distance", { km: distanceKm })}</span>
              <i
                className={styles.dot}
                style={{ insetInlineStart: `${(100 * distanceKm) / farthest}%` }}
                aria-hidden
              />
            </Tabs.Trigger>
          ))}
        </Tabs.List>
      </div>
      {cities.map(({ name, options }, index) => (
        <Tabs.Content key={index} value={String(index)} forceMount className={styles.city}>
          <h3>{t("from", { city: name })}</h3>
          <ul className={styles.tickets}>
            {options.map((option, index) => (
              <li key={index}>
                <Ticket option={option} />
              </li>
            ))}
          </ul>
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

function Ticket({ option }: { option: City["options"][number] }) {
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
        <span className={styles.price}>
          <Wallet size={16} aria-hidden />
          {option.price}
        </span>
      </p>
      <p>{option.details}</p>
      {option.companies.length > 0 && (
        <p className={styles.companies}>{t("operators", { names: option.companies.join(", ") })}</p>
      )}
    </article>
  );
}
