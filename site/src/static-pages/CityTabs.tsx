"use client";

import type { ReactNode } from "react";
import * as Tabs from "@radix-ui/react-tabs";
import type { City } from "@karst/client";
import { t } from "@/messages/cityTabs.gen";
import styles from "./CityTabs.module.css";

type Departure = Pick<City, "name" | "distanceKm"> & { tickets: ReactNode };

/**
 * The cities of departure as tabs along a road drawn to scale. The selected city shows its tickets (R93). Without scripts
 * the tickets of all cities are visible.
 */
export function CityTabs({ cities }: { cities: Departure[] }) {
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
      {cities.map(({ name, tickets }, index) => (
        <Tabs.Content key={index} value={String(index)} forceMount className={styles.city}>
          <h3>{t("from", { city: name })}</h3>
          {tickets}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
