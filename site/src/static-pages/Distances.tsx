import type { City } from "@karst/client";
import { gettingHereTexts } from "@/texts/gettingHere";
import styles from "./Distances.module.css";

/** The distance to each city with a bar to scale, nearest first (R96). */
export function Distances({ cities, region }: { cities: City[]; region: string }) {
  const texts = gettingHereTexts;
  const nearestFirst = cities.toSorted((a, b) => a.distanceKm - b.distanceKm);
  const farthest = Math.max(...cities.map(({ distanceKm }) => distanceKm), 1);
  return (
    <table className={styles.distances}>
      <caption>{texts.distancesTo(region)}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{texts.city}</th>
          <th scope="col">{texts.distance}</th>
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
              {texts.km(distanceKm)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
