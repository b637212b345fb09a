"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { useTranslations } from "next-intl";
import { useEffect, useState, useTransition } from "react";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Switch } from "@/components/ui/switch";
import { useDockStore } from "@/lib/dock/store";
import { LOCALE_COOKIE } from "@/lib/i18n/locales";
import { readReveal, setAlwaysReveal, useReveal } from "@/lib/posts/reveal-store";
import { SettingsRow, SettingsSection } from "./settings-section";

export type LanguageChoice = "automatic" | "en" | "ja";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The language; kept in a cookie, because the server renders the texts. */
export function LanguageSection({ chosen }: { chosen: LanguageChoice }) {
  const t = useTranslations("settings");
  const router = useRouter();
  const [choice, setChoice] = useState(chosen);
  const [, startTransition] = useTransition();

  function choose(next: LanguageChoice) {
    setChoice(next);
    const secure = window.location.protocol === "https:" ? "; Secure" : "";
    const [value, age] = next === "automatic" ? ["", 0] : [next, YEAR_SECONDS];
    document.cookie = `${LOCALE_COOKIE}=${value}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
    startTransition(() => router.refresh());
  }

  return (
    <SettingsSection id="language" title={t("sections.language")}>
      <SettingsRow hint={t("language.hint")}>
        <SegmentedControl
          label={t("language.label")}
          value={choice}
          onValueChange={choose}
          segments={[
            { value: "automatic", label: t("language.automatic") },
            { value: "en", lang: "en", label: t("language.languageEnglish") },
            { value: "ja", lang: "ja", label: t("language.languageJapanese") },
          ]}
        />
      </SettingsRow>
    </SettingsSection>
  );
}

export function ThemeSection() {
  const t = useTranslations("settings");
  const tShell = useTranslations("shell.theme");
  const { theme, setTheme } = useTheme();
  return (
    <SettingsSection id="theme" title={t("sections.theme")}>
      <SettingsRow hint={t("theme.hint")}>
        <SegmentedControl
          label={t("theme.label")}
          value={theme ?? ""}
          onValueChange={setTheme}
          segments={[
            { value: "light", label: tShell("light"), icon: <Sun aria-hidden className="size-4" /> },
            { value: "dark", label: tShell("dark"), icon: <Moon aria-hidden className="size-4" /> },
            { value: "system", label: tShell("system"), icon: <Monitor aria-hidden className="size-4" /> },
          ]}
        />
      </SettingsRow>
    </SettingsSection>
  );
}

export function ReadingSection() {
  const t = useTranslations("settings");
  const always = useReveal((state) => state.always);
  useEffect(readReveal, []);
  return (
    <SettingsSection id="reading" title={t("sections.reading")}>
      <Switch
        className="px-4 py-3.5"
        label={t("reading.reveal")}
        hint={t("reading.revealHint")}
        checked={always ?? false}
        onCheckedChange={setAlwaysReveal}
      />
    </SettingsSection>
  );
}

export function DockSection() {
  const t = useTranslations("settings");
  const tDock = useTranslations("dock");
  const { position, size, autoHide, hydrated, setPosition, setSize, setAutoHide } = useDockStore();
  return (
    <SettingsSection id="dock-settings" title={t("sections.dock")}>
      <SettingsRow label={t("dock.position")} hint={t("dock.positionHint")}>
        <SegmentedControl
          label={tDock("position.title")}
          value={hydrated ? position : ""}
          onValueChange={(next) => next !== "" && setPosition(next)}
          segments={[
            { value: "top", label: tDock("position.top") },
            { value: "bottom", label: tDock("position.bottom") },
            { value: "left", label: tDock("position.left") },
            { value: "right", label: tDock("position.right") },
          ]}
        />
      </SettingsRow>
      <SettingsRow label={t("dock.size")}>
        <SegmentedControl
          label={t("dock.size")}
          value={hydrated ? size : ""}
          onValueChange={(next) => next !== "" && setSize(next)}
          segments={[
            { value: "small", label: tDock("size.small") },
            { value: "medium", label: tDock("size.medium") },
            { value: "large", label: tDock("size.large") },
          ]}
        />
      </SettingsRow>
      <Switch
        className="px-4 py-3.5"
        label={t("dock.autoHide")}
        hint={t("dock.autoHideHint")}
        checked={hydrated && autoHide}
        onCheckedChange={setAutoHide}
      />
    </SettingsSection>
  );
}
