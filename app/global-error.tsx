"use client";

import { GlobalErrorScreen, type GlobalErrorScreenProps } from "@/components/shell/global-error-screen";
import "./globals.css";

type Props = Omit<GlobalErrorScreenProps, "isJapanese">;

/** Replaces the root layout if that itself fails. */
export default function GlobalError(props: Props) {
  const isJapanese = typeof navigator !== "undefined" && navigator.language.startsWith("ja");
  return (
    <html lang={isJapanese ? "ja" : "en"} className="dark">
      <body>
        <GlobalErrorScreen {...props} isJapanese={isJapanese} />
      </body>
    </html>
  );
}
