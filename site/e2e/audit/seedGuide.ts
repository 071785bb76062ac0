import { createPng } from "../testImage";
import type { Api } from "../api";
import { seedPlaces, runConcurrently } from "./seedPlaces";

/** The number of records in each list of the console. */
export interface ContentCounts {
  places: number;
  trash: number;
  approved: number;
  pending: number;
  rejected: number;
  spam: number;
  comments: number;
  messages: number;
  users: number;
  articles: number;
  pictures: number;
}

/** The spam filter classifies it as spam. */
const SPAM_TEXT =
  "Online casino bonus, free spins, jackpot! Win money at www.best-casino.example and www.slots.example, code";

/** Suspicious enough to wait for moderation, and below the threshold of the spam filter. */
const SUSPICIOUS_TEXT = "Casino night at our homestay with free spins, we shared our oranges, day";

/** The server rejects uploads when more than this number are waiting. */
const CONCURRENT_UPLOADS = 2;

const CAVES = ["Hang Tối", "Động Thiên Đường", "Hang Va", "Rục Mòn", "Hang Én"];
const SENTENCES = [
  "The boat slid into the dark and nobody spoke until the first light on the water",
  "We waited out the rain under the rock and shared our oranges with the guide",
  "The climb was steeper than I thought, and the view from the ledge worth each step",
];

/** Fills a guide through the API, so that the audit log has an event for each record. */
export async function seedGuide(admin: Api, traveler: Api, counts: ContentCounts): Promise<void> {
  const textOf = (number: number) => `${SENTENCES[number % 3]} (${CAVES[number % 5]}, day ${number}).`;
  const existingCount = (await admin.places()).length;
  await seedPlaces(admin, existingCount + counts.trash);
  const placesToDelete = (await admin.places("sort=-id")).slice(0, 1000);
  await runConcurrently(Math.min(counts.trash, placesToDelete.length), (number) =>
    admin.remove(placesToDelete[number]!.id),
  );
  await seedPlaces(admin, counts.places);

  await runConcurrently(counts.approved, (number) =>
    admin.addEntry({ authorName: `Linh Trần ${number}`, message: textOf(number), rating: 1 + (number % 5) }),
  );
  await runConcurrently(counts.pending, (number) => traveler.writeEntry(textOf(counts.approved + number)));
  await runConcurrently(counts.rejected, async (number) => {
    const { id } = await traveler.writeEntry(textOf(counts.approved + counts.pending + number));
    await admin.moderate(id, "rejected");
  });
  await runConcurrently(counts.spam, (number) => traveler.writeEntry(`${SPAM_TEXT} ${number}`));
  // Other comments are public at once, and spam is not in the queue.
  const [entry] = await admin.entries();
  await runConcurrently(counts.comments, (number) =>
    traveler.writeComment(entry!.id, `${SUSPICIOUS_TEXT} ${number}`),
  );
  await runConcurrently(counts.messages, (number) => sendMessage(admin.origin, number, textOf(number)));

  await runConcurrently(counts.users, (number) =>
    admin.addUser({
      firstName: "Mai",
      lastName: `Võ ${number}`,
      email: `mai${number}@example.org`,
      role: "viewer",
    }),
  );
  await runConcurrently(counts.articles, (number) =>
    admin.createArticle({
      title: `${CAVES[number % 5]} in the rain, part ${number}`,
      author: "Linh Trần",
      summary: textOf(number),
      contentHtml: `<p>${textOf(number)}</p>`,
      publicationDate: "2025-05-01T00:00:00Z",
      latitude: 17.6,
      longitude: 106.3,
    }),
  );
  // Each image has its own color, because the same file would be the same image.
  const addImage = (number: number) =>
    admin.addImage(createPng(16, 12, [number & 255, (number >> 8) & 255, 90]), `A cave's mouth, ${number}`);
  await runConcurrently(counts.pictures, addImage, CONCURRENT_UPLOADS);
}

/** Each message has its own sender and client address, because both are rate-limited. */
async function sendMessage(origin: string, number: number, message: string): Promise<void> {
  const response = await fetch(`${origin}/api/contact`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": `10.9.${number >> 8}.${number & 255}` },
    body: JSON.stringify({
      name: `Mai Võ ${number}`,
      email: `mai${number}@example.org`,
      subject: `A question about ${CAVES[number % 5]}`,
      message,
    }),
  });
  if (!response.ok) throw new Error(`POST /api/contact: ${response.status}: ${await response.text()}`);
}
