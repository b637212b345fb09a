"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { create } from "zustand";
import { Select } from "@/components/ui/select";

const SIZES = {
  fit: null,
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
} as const;
type Size = keyof typeof SIZES;
const THEMES = ["here", "light", "dark"] as const;
const LANGUAGES = ["here", "en", "ja"] as const;

interface TrialLook {
  size: Size;
  theme: (typeof THEMES)[number];
  language: (typeof LANGUAGES)[number];
}

/** How the app is tried out: on which screen, in which theme and language. */
export const useTrialLook = create<TrialLook>(() => ({ size: "fit", theme: "here", language: "here" }));

const { setState } = useTrialLook;

export function LookBar() {
  const t = useTranslations("playground.look");
  const { size, theme, language } = useTrialLook();
  const style = "h-8 min-h-0 w-auto flex-none py-0 text-xs pointer-coarse:h-11";
  return (
    <div className="flex flex-none items-center gap-1.5 overflow-x-auto border-b border-border px-2 py-1 [scrollbar-width:none]">
      <Select
        aria-label={t("size")}
        className={style}
        value={size}
        onValueChange={(value) => setState({ size: value })}
        options={(Object.keys(SIZES) as Size[]).map((value) => ({ value, label: t(`sizes.${value}`) }))}
      />
      <Select
        aria-label={t("theme")}
        className={style}
        value={theme}
        onValueChange={(value) => setState({ theme: value })}
        options={THEMES.map((value) => ({ value, label: t(`themes.${value}`) }))}
      />
      <Select
        aria-label={t("language")}
        className={style}
        value={language}
        onValueChange={(value) => setState({ language: value })}
        options={LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }))}
      />
    </div>
  );
}

/** The app on its screen, made small enough to be seen whole. Its frame stays where it is: another place would restart it. */
export function Screen({ children }: { children: ReactNode }) {
  const size = SIZES[useTrialLook((state) => state.size)];
  const place = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<{ width: number; height: number } | null>(null);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setRoom(entry!.contentRect));
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  const scale = size && room ? Math.min(1, room.width / size.width, room.height / size.height) : 1;
  return (
    <div ref={place} className="relative size-full min-h-0 min-w-0 overflow-hidden">
      <div
        className={size ? "absolute top-1/2 left-1/2 outline outline-border-strong" : "size-full"}
        style={size ? { ...size, transform: `translate(-50%, -50%) scale(${scale})` } : undefined}
      >
        {children}
      </div>
    </div>
  );
}
