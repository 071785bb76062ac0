"use client";

import { Bike, Bus, Car, Clock, Footprints, Plane, Train, Wallet } from "lucide-react";
import * as Tabs from "@radix-ui/react-tabs";
import type { City } from "@karst/client";
import { gettingHereTexts } from "@/texts/gettingHere";
import styles from "./CityTabs.module.css";

/**
 * The cities people come from, as stops on a road drawn to scale; the chosen one shows its ways here as tickets.
 * Without scripts every city's tickets stand one below the other.
 */
export function CityTabs({ cities }: { cities: City[] }) {
  const words = gettingHereTexts;
  const farthest = Math.max(...cities.map(({ distanceKm }) => distanceKm), 1);
  return (
    <Tabs.Root defaultValue="0" className={styles.tabs}>
      <div className={styles.stops}>
        <Tabs.List className={styles.list} aria-label={words.cities}>
          {cities.map(({ name, distanceKm }, at) => (
            <Tabs.Trigger key={at} value={String(at)} className={styles.stop}>
              {name}
              <span>{words.km(distanceKm)}</span>
              <i
                className={styles.dot}
                style={{ insetInlineStart: `${(100 * distanceKm) / farthest}%` }}
                aria-hidden
              />
            </Tabs.Trigger>
          ))}
        </Tabs.List>
      </div>
      {cities.map(({ name, options }, at) => (
        <Tabs.Content key={at} value={String(at)} forceMount className={styles.city}>
          <h3>{words.from(name)}</h3>
          <ul className={styles.tickets}>
            {options.map((option, at) => (
              <li key={at}>
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
  const Icon = ICONS[vehicleOf(option.type)];
  return (
    <article className={styles.ticket}>
      <h4>
        <Icon size={22} aria-hidden />
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
        <p className={styles.companies}>
          {gettingHereTexts.by} {option.companies.join(", ")}
        </p>
      )}
    </article>
  );
}

const ICONS = { plane: Plane, train: Train, bus: Bus, bike: Bike, car: Car, foot: Footprints } as const;

/** The first that is known decides: "Train, then bus" is a train. */
const VEHICLES: [RegExp, keyof typeof ICONS][] = [
  [/flight|plane/i, "plane"],
  [/^train/i, "train"],
  [/bus/i, "bus"],
  [/bike|scooter|cycl/i, "bike"],
  [/car|taxi|transfer/i, "car"],
];

function vehicleOf(type: string): keyof typeof ICONS {
  return VEHICLES.find(([known]) => known.test(type))?.[1] ?? "foot";
}
