import type { Metadata } from "next";
import { getGuestbook, getSettings } from "@/api/server";
import { toEntrySummary } from "@/guestbook/entry";
import { GuestbookPage } from "@/guestbook/GuestbookPage";
import { pageMetadata } from "@/layout/pageMetadata";
import { t } from "@/messages/guestbook.gen";

const intro = (region: string) => (region ? t("intro", { region }) : t("introWithoutRegion"));

export async function generateMetadata(): Promise<Metadata> {
  const region = await getSettings();
  const title = t("title");
  const description = intro(region.regionName);
  return { title, description, ...pageMetadata(region, { path: "/guestbook", title, description }) };
}

/** The guestbook. The HTML has the newest entries. */
export default async function Page() {
  const [region, { entries, total }] = await Promise.all([getSettings(), getGuestbook(100)]);
  return (
    <GuestbookPage entries={entries.map(toEntrySummary)} total={total} intro={intro(region.regionName)} />
  );
}
