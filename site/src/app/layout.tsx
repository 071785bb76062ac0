import "@/fonts/faces.css";
import "@/font-fallbacks.css";
import "@/tokens.css";
import "@/globals.css";
import type { ReactNode } from "react";
import type { Metadata, Viewport } from "next";
import { settings } from "@/api/server";
import { AuthProvider } from "@/auth/AuthProvider";
import { MARK_ACCOUNT } from "@/auth/preHydrationScripts";
import { parseMeasurementId } from "@/analytics/analytics";
import { AnalyticsConsent } from "@/analytics/Consent";
import { Notices } from "@/ui/toast/LazyToasts";
import { Footer } from "@/layout/Footer";
import { NoticeBanner } from "@/layout/NoticeBanner";
import { PRELOAD_FONTS_SCRIPT } from "@/layout/preloadFonts";
import { TopBar } from "@/layout/TopBar";
import { PageBeneath } from "@/ui/BackgroundRouteContext";
import { RegionTime } from "@/ui/RegionTime";

export async function generateMetadata(): Promise<Metadata> {
  const { brand, tagline, publicUrl } = await settings();
  return {
    metadataBase: new URL(publicUrl),
    title: { default: tagline ? `${brand}: ${tagline}` : brand, template: `%s | ${brand}` },
    applicationName: brand,
  };
}

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f7f4ec" },
    { media: "(prefers-color-scheme: dark)", color: "#0f1613" },
  ],
};

/** What every page has: the bar, the footer, and room for a place that opens over the page. */
export default async function RootLayout({ children, modal }: { children: ReactNode; modal: ReactNode }) {
  const region = await settings();
  const analytics = parseMeasurementId(region.analyticsId);
  return (
    // The script below, and Explore's, mark this element before React sees it. The server lets the analytics
    // service in on pages that name it here, and on no others.
    <html lang="en" data-analytics={analytics || undefined} suppressHydrationWarning>
      <head>
        <script dangerouslySetInnerHTML={{ __html: PRELOAD_FONTS_SCRIPT }} />
        <script dangerouslySetInnerHTML={{ __html: MARK_ACCOUNT }} />
      </head>
      <body>
        <AuthProvider>
          <RegionTime timeZone={region.timeZone}>
            <TopBar brand={region.brand} tagline={region.tagline} />
            <NoticeBanner notice={region.notice} />
            <main id="content" tabIndex={-1}>
              {children}
            </main>
            <Footer settings={region} />
            <PageBeneath>{modal}</PageBeneath>
          </RegionTime>
        </AuthProvider>
        <Notices />
        {analytics && <AnalyticsConsent id={analytics} />}
      </body>
    </html>
  );
}
