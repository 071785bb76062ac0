import type { City } from "@karst/client";
import { t as tCityTabs } from "@/messages/cityTabs.gen";
import { t } from "@/messages/gettingHere.gen";
import styles from "./Distances.module.css";

/** The distance to each city with a bar to scale, nearest first (R96). */
export function Distances({ cities, region }: { cities: City[]; region: string }) {
  const nearestFirst = cities.toSorted((a, b) => a.distanceKm - b.distanceKm);
  const farthest = Math.max(...cities.map(({ distanceKm }) => distanceKm), 1);
  return (
    <table className={styles.distances}>
      <caption>{t("distancesTo", { region })}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t("city")}</th>
          <th scope="col">{t("distance")}</th>
        </tr>
      </thead>
      <tbody>
        {nearestFirst.map(({ name, distanceKm }, index) => (
          <tr key={index}>
            <th scope="row">{name}</th>
            <td>
              <span className={styles.track} aria-hidden>
                <span style={{ inlineSize: `${(100 * distanceKm) / farthest}%` }} />
              </span>
              {tCityTabs("distance", { km: distanceKm })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
