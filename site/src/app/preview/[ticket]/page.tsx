import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getSettings } from "@/api/server";
import { markFields } from "@/preview/field";
import { getPreview, nameOf } from "@/preview/preview";
import { PreviewBar } from "@/preview/PreviewBar";
import { PreviewFrame } from "@/preview/PreviewFrame";
import { previewContent } from "@/preview/previewContent";
import { t } from "@/messages/preview.gen";

/** Never rendered ahead, and never kept by Next.js. */
export const dynamic = "force-dynamic";

type Props = { params: Promise<{ ticket: string }> };

/** Without a social image, a canonical URL or a description: the link is for the people who have it. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const preview = await getPreview((await params).ticket);
  if (!preview) notFound();
  return {
    title: t("title", { name: nameOf(preview) }),
    robots: { index: false, follow: false },
    referrer: "no-referrer",
  };
}

/** The page of a record with its draft, for those with the link (R468). Rendered for each request. */
export default async function PreviewPage({ params }: Props) {
  const [preview, region] = await Promise.all([getPreview((await params).ticket), getSettings()]);
  if (!preview) notFound();
  markFields();
  return (
    <>
      <PreviewFrame>{await previewContent(preview, region)}</PreviewFrame>
      <PreviewBar preview={preview} timeZone={region.timeZone} />
    </>
  );
}
