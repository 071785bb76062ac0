import type { Api } from "../api";

/** The number of concurrent requests: the server commits concurrent writes together. */
const WRITERS = 16;

export const seedPlaceName = (number: number) => `Hang Đông Người ${number}`;

/** Calls `write` for each number from 0 to `count`, several at a time. */
export async function runConcurrently(
  count: number,
  write: (number: number) => Promise<unknown>,
  writers = WRITERS,
): Promise<void> {
  let next = 0;
  const writer = async () => {
    while (next < count) await write(next++);
  };
  await Promise.all(Array.from({ length: writers }, writer));
}

/** Adds places until the guide has `total`, spread over the region and the categories in a reproducible way. */
export async function seedPlaces(admin: Api, wanted: number): Promise<void> {
  const categories = await admin.categories();
  const known = (await admin.places()).length;
  await runConcurrently(wanted - known, async (number) => {
    const [latitude, longitude] = strewn(number);
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
function strewn(number: number): [latitude: number, longitude: number] {
  const part = (step: number) => (number * step) % 1;
  return [17.3 + 0.6 * part(0.618_033_988_75), 105.9 + 0.8 * part(0.414_213_562_37)];
}
