import "@/fonts/faces.css";
import "@/font-fallbacks.css";
import "@/tokens.css";
import "@/globals.css";
import type { ReactNode } from "react";
import type { Metadata, Viewport } from "next";
import { getSettings } from "@/api/server";
import { AuthProvider } from "@/auth/AuthProvider";
import { PRE_HYDRATION_AUTH_SCRIPT } from "@/auth/preHydrationScripts";
import { measurementId } from "@/analytics/analytics";
import { CountVisits } from "@/analytics/Consent";
import { LazyToasts } from "@/ui/toast/LazyToasts";
import { Footer } from "@/layout/Footer";
import { Notice } from "@/layout/NoticeBanner";
import { UNPACK_LETTERS } from "@/layout/preloadFonts";
import { TopBar } from "@/layout/TopBar";
import { BackgroundRouteProvider } from "@/ui/BackgroundRouteContext";
import { RegionTime } from "@/ui/RegionTime";

export async function generateMetadata(): Promise<Metadata> {
  const { brand, tagline, publicUrl } = await getSettings();
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
  const region = await getSettings();
  const analytics = measurementId(region.analyticsId);
  return (
    // The script below, and Explore's, mark this element before React sees it. The server lets the analytics
    // service in on pages that name it here, and on no others.
    <html lang="en" data-analytics={analytics || undefined} suppressHydrationWarning>
      <head>
        <script dangerouslySetInnerHTML={{ __html: UNPACK_LETTERS }} />
        <script dangerouslySetInnerHTML={{ __html: PRE_HYDRATION_AUTH_SCRIPT }} />
      </head>
      <body>
        <AuthProvider>
          <RegionTime timeZone={region.timeZone}>
            <TopBar brand={region.brand} tagline={region.tagline} />
            <Notice notice={region.notice} />
            <main id="content" tabIndex={-1}>
              {children}
            </main>
            <Footer settings={region} />
            <BackgroundRouteProvider>{modal}</BackgroundRouteProvider>
          </RegionTime>
        </AuthProvider>
        <LazyToasts />
        {analytics && <CountVisits id={analytics} />}
      </body>
    </html>
  );
}
