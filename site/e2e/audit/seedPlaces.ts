import type { Api } from "../api";

/** The number of concurrent requests: the server commits concurrent writes together. */
const CONCURRENCY = 16;

export const seedPlaceName = (number: number) => `Hang Đông Người ${number}`;

/** Calls `write` for each number from 0 to `count`, several at a time. */
export async function runConcurrently(
  count: number,
  write: (number: number) => Promise<unknown>,
  concurrency = CONCURRENCY,
): Promise<void> {
  let next = 0;
  const writer = async () => {
    while (next < count) await write(next++);
  };
  await Promise.all(Array.from({ length: concurrency }, writer));
}

/** Adds places until the guide has `total`, spread over the region and the categories in a reproducible way. */
export async function seedPlaces(admin: Api, total: number): Promise<void> {
  const categories = await admin.categories();
  const existing = (await admin.places()).length;
  await runConcurrently(total - existing, async (number) => {
    const [latitude, longitude] = positionOf(number);
    await admin.create({
      name: seedPlaceName(number),
      description: "Boats wait in the shade, and somebody cooks what the garden gives that day.",
      latitude,
      longitude,
      categoryIds: [categories[number % categories.length]!.id],
      tags: ["river"],
    });
  });
}

/** A position for each number; consecutive ones are far apart (steps of the golden ratio and of √2). */
function positionOf(number: number): [latitude: number, longitude: number] {
  const fraction = (step: number) => (number * step) % 1;
  return [17.3 + 0.6 * fraction(0.618_033_988_75), 105.9 + 0.8 * fraction(0.414_213_562_37)];
}
