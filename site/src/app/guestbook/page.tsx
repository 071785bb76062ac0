import type { Metadata } from "next";
import { getGuestbook, getSettings } from "@/api/server";
import { toEntrySummary } from "@/guestbook/entry";
import { GuestbookPage } from "@/guestbook/GuestbookPage";
import { social } from "@/layout/socialLinks";
import { guestbookTexts } from "@/texts/guestbook";

export async function generateMetadata(): Promise<Metadata> {
  const region = await getSettings();
  const { title, intro } = guestbookTexts;
  const description = intro(region.regionName);
  return { title, description, ...social(region, { path: "/guestbook", title, description }) };
}

/** The guestbook: the HTML holds the newest entries. */
export default async function Page() {
  const [region, { entries, total }] = await Promise.all([getSettings(), getGuestbook(100)]);
  return <GuestbookPage entries={entries.map(toEntrySummary)} total={total} regionName={region.regionName} />;
}
