"use client";

import { lazyPart } from "@/components/ui/lazy-part";
import type { GlobalErrorScreenProps } from "@/components/shell/global-error-screen";
import "./globals.css";

// Every page's first load has this file, and hardly any person sees it.
const screen = lazyPart<GlobalErrorScreenProps>(() =>
  import("@/components/shell/global-error-screen").then((module) => module.GlobalErrorScreen),
);

type Props = Omit<GlobalErrorScreenProps, "isJapanese">;

/** Stands where the root layout itself failed. Where not even its screen can be fetched there is a way to try again. */
export default function GlobalError(props: Props) {
  const isJapanese = typeof navigator !== "undefined" && navigator.language.startsWith("ja");
  const Screen = screen.use(true);
  return (
    <html lang={isJapanese ? "ja" : "en"} className="dark">
      <body>
        {Screen ? (
          <Screen {...props} isJapanese={isJapanese} />
        ) : (
          <button onClick={() => location.reload()}>{isJapanese ? "再読み込み" : "Reload Page"}</button>
        )}
      </body>
    </html>
  );
}
