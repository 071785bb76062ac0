import type { Metadata } from "next";
import { guestbook, settings } from "@/api/server";
import { briefly } from "@/guestbook/entry";
import { Guestbook } from "@/guestbook/GuestbookPage";
import { pageMetadata } from "@/layout/pageMetadata";
import { guestbookTexts } from "@/texts/guestbook";

export async function generateMetadata(): Promise<Metadata> {
  const region = await settings();
  const { title, intro } = guestbookTexts;
  const description = intro(region.regionName);
  return { title, description, ...pageMetadata(region, { path: "/guestbook", title, description }) };
}

/** The guestbook. The HTML has the newest entries. */
export default async function GuestbookPage() {
  const [region, { entries, total }] = await Promise.all([settings(), guestbook(100)]);
  return <Guestbook entries={entries.map(briefly)} total={total} regionName={region.regionName} />;
}
