import interLatin from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import { getLocale } from "next-intl/server";
import { preload } from "react-dom";
import { LegacyHash } from "@/components/auth/legacy-hash";
import { DockBootScript } from "@/components/shell/dock/dock-boot-script";
import { Messages } from "@/components/shell/messages";
import { Providers } from "@/components/shell/providers";
import { serverEnv } from "@/lib/config/env.server";
import { egressOriginOf } from "@/lib/config/origins";
import type { Namespace } from "@/lib/i18n/messages";
import { DEFAULT_PACKAGE_LIMITS, PACKAGE_LIMITS } from "@/lib/package/limits";
import { runVersion } from "@/lib/sandbox/frame/document";
import "./globals.css";

export function generateMetadata(): Metadata {
  return {
    metadataBase: new URL(serverEnv().APP_URL),
    title: { default: "Gum", template: "%s · Gum" },
    description: "Post, and make, share and run small apps right in the timeline.",
    applicationName: "Gum",
  };
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
  themeColor: [
    { media: "(prefers-color-scheme: dark)", color: "#0a0f10" },
    { media: "(prefers-color-scheme: light)", color: "#f5f7f7" },
  ],
};

/** An instance's own limits; without the script the browser has the same defaults as the server. */
function PackageLimitsScript({ nonce }: { nonce: string | undefined }) {
  const limits = JSON.stringify(PACKAGE_LIMITS);
  if (limits === JSON.stringify(DEFAULT_PACKAGE_LIMITS)) return null;
  const code = `globalThis.gumPackageLimits=${limits}`;
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />;
}

/** Messages that client components of every page use; layouts and pages add theirs (components/shell/messages.tsx). */
const SHARED_NAMESPACES: readonly Namespace[] = ["common", "errors", "failure", "shell"];

export default async function RootLayout({ children }: { children: React.ReactNode }) {
  const [locale, requestHeaders] = await Promise.all([getLocale(), headers()]);
  // A font that loads late would cause a layout shift.
  preload(interLatin, { as: "font", type: "font/woff2", crossOrigin: "" });
  const nonce = requestHeaders.get("x-nonce") ?? undefined;
  const { SANDBOX_ORIGIN, EGRESS_ORIGIN } = serverEnv();
  return (
    // The theme's class and the dock's position are set before hydration, so these attributes differ from the server's.
    <html
      lang={locale}
      data-sandbox-origin={SANDBOX_ORIGIN}
      data-run-version={runVersion(egressOriginOf(EGRESS_ORIGIN))}
      data-hydrated="false"
      suppressHydrationWarning
    >
      <body>
        <DockBootScript nonce={nonce} />
        <PackageLimitsScript nonce={nonce} />
        <NextIntlClientProvider messages={{}}>
          <Messages of={SHARED_NAMESPACES}>
            <Providers nonce={nonce}>
              <LegacyHash />
              {children}
            </Providers>
          </Messages>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
