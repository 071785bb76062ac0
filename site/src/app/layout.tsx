import "@/fonts/faces.css";
import "@/font-fallbacks.css";
import "@karst/web/tokens.css";
import "@/tokens.css";
import "@/globals.css";
import type { ReactNode } from "react";
import type { Metadata, Viewport } from "next";
import { currentLocale } from "@karst/web/messages";
import tokens from "@karst/web/tokens.json";
import { AlertBanner } from "@/alerts/AlertBanner";
import { getGuideAlerts, getSettings } from "@/api/server";
import { AuthProvider } from "@/auth/AuthProvider";
import { PRE_HYDRATION_AUTH_SCRIPT } from "@/auth/preHydrationScripts";
import { LazyToasts } from "@/ui/toast/LazyToasts";
import { parseMeasurementId } from "@/analytics/analytics";
import { AnalyticsConsent } from "@/analytics/Consent";
import { Footer } from "@/layout/Footer";
import { PageLocale } from "@/layout/PageLocale";
import { siteTitle } from "@/layout/pageMetadata";
import { PRELOAD_FONTS_SCRIPT } from "@/layout/preloadFonts";
import { TopBar } from "@/layout/TopBar";
import { BackgroundRouteProvider } from "@/ui/BackgroundRouteContext";
import { RegionTime } from "@/ui/RegionTime";

export async function generateMetadata(): Promise<Metadata> {
  const region = await getSettings();
  const { brand, publicUrl } = region;
  return {
    metadataBase: new URL(publicUrl),
    title: { default: siteTitle(region), template: `%s | ${brand}` },
    applicationName: brand,
  };
}

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: tokens.light["color-bg"] },
    { media: "(prefers-color-scheme: dark)", color: tokens.dark["color-bg"] },
  ],
};

/** The layout of every page: header, footer, and the slot for the place dialog. */
export default async function RootLayout({ children, modal }: { children: ReactNode; modal: ReactNode }) {
  const [region, alerts] = await Promise.all([getSettings(), getGuideAlerts()]);
  const analyticsId = parseMeasurementId(region.analyticsId);
  return (
    // The script below and the scripts of Explore and Inspiration set attributes on this element before hydration. The
    // server allows the analytics service in the content security policy of pages that have `data-analytics`.
    <html lang={currentLocale()} data-analytics={analyticsId || undefined} suppressHydrationWarning>
      <head>
        <script dangerouslySetInnerHTML={{ __html: PRELOAD_FONTS_SCRIPT }} />
        <script dangerouslySetInnerHTML={{ __html: PRE_HYDRATION_AUTH_SCRIPT }} />
      </head>
      <body>
        <PageLocale locale={currentLocale()}>
          <AuthProvider>
            <RegionTime timeZone={region.timeZone}>
              <TopBar brand={region.brand} tagline={region.tagline} />
              <AlertBanner alerts={alerts} timeZone={region.timeZone} />
              <main id="content" tabIndex={-1}>
                {children}
              </main>
              <Footer settings={region} />
              <BackgroundRouteProvider>{modal}</BackgroundRouteProvider>
            </RegionTime>
          </AuthProvider>
          <LazyToasts />
          {analyticsId && <AnalyticsConsent id={analyticsId} />}
        </PageLocale>
      </body>
    </html>
  );
}
