import type { City } from "@karst/client";
import { gettingHereTexts } from "@/texts/gettingHere";
import styles from "./Distances.module.css";

/** Kilometres from each city, nearest first, each with a bar of its length. */
export function Distances({ cities, region }: { cities: City[]; region: string }) {
  const words = gettingHereTexts;
  const nearest = cities.toSorted((a, b) => a.distanceKm - b.distanceKm);
  const farthest = Math.max(...cities.map(({ distanceKm }) => distanceKm), 1);
  return (
    <table className={styles.distances}>
      <caption>{words.distancesTo(region)}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{words.city}</th>
          <th scope="col">{words.distance}</th>
        </tr>
      </thead>
      <tbody>
        {nearest.map(({ name, distanceKm }, at) => (
          <tr key={at}>
            <th scope="row">{name}</th>
            <td>
              <span className={styles.track} aria-hidden>
                <span style={{ inlineSize: `${(100 * distanceKm) / farthest}%` }} />
              </span>
              {words.km(distanceKm)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
