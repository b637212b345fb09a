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
import type { Namespace } from "@/lib/i18n/messages";
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

/** Messages that client components of every page use; layouts and pages add theirs (components/shell/messages.tsx). */
const SHARED_NAMESPACES: readonly Namespace[] = ["common", "errors", "failure", "shell"];

export default async function RootLayout({ children }: { children: React.ReactNode }) {
  const [locale, requestHeaders] = await Promise.all([getLocale(), headers()]);
  // A font that loads late would cause a layout shift.
  preload(interLatin, { as: "font", type: "font/woff2", crossOrigin: "" });
  const nonce = requestHeaders.get("x-nonce") ?? undefined;
  const sandboxOrigin = serverEnv().SANDBOX_ORIGIN;
  return (
    // The theme's class and the dock's position are set before hydration, so these attributes differ from the server's.
    <html lang={locale} data-sandbox-origin={sandboxOrigin} data-hydrated="false" suppressHydrationWarning>
      <body>
        <DockBootScript nonce={nonce} />
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
