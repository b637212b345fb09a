"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { LatePart } from "@/components/ui/late-part";
import { LegalLinks } from "@/components/ui/legal-links";
import { factorsQuery } from "@/lib/account/queries";
import type { Me } from "@/lib/people/user-contract";
import { AppDataSection } from "./app-data-section";
import { AccountSection } from "./account-section";
import {
  DockSection,
  type LanguageChoice,
  LanguageSection,
  ReadingSection,
  ThemeSection,
} from "./appearance-sections";
import { PermissionsSection } from "./permissions-section";
import { Reauthentication } from "./reauthentication";
import { SecuritySection } from "./security-section";

const TokensSection = dynamic(() => import("./tokens-section").then((module) => module.TokensSection));

const PrivacySections = dynamic(() => import("./privacy-section").then((module) => module.PrivacySections));

/** The sections and their element ids; the id `dock` is taken by the dock itself. */
const SECTIONS = [
  ["account", "account"],
  ["security", "security"],
  ["privacy", "privacy"],
  ["notifications", "notification-settings"],
  ["tokens", "tokens"],
  ["language", "language"],
  ["theme", "theme"],
  ["reading", "reading"],
  ["dock", "dock-settings"],
  ["permissions", "permissions"],
  ["appData", "app-data"],
] as const;

export interface SettingsViewProps {
  me: Me;
  language: LanguageChoice;
  outboxOpen: boolean;
  /** The host that passkeys are for; null where the instance has none. */
  passkeyHost: string | null;
  /** Whether the instance lets people sign in elsewhere. */
  hasProviders: boolean;
  onSignOut: () => void;
}

/** `/settings`: every section on one page, with a table of contents on wide windows. */
export function SettingsView({
  me,
  language,
  outboxOpen,
  passkeyHost,
  hasProviders,
  onSignOut,
}: SettingsViewProps) {
  const t = useTranslations("settings");
  const router = useRouter();
  const { data: factors } = useQuery(factorsQuery());
  return (
    <Reauthentication factors={factors}>
      <div className="grid gap-10 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <nav aria-label={t("navigation")} className="hidden lg:block">
          <ul className="sticky top-20 flex flex-col gap-0.5">
            {SECTIONS.map(([section, id]) => (
              <li key={section}>
                <a
                  href={`#${id}`}
                  className="block rounded-md px-3 py-1.5 text-sm text-muted hover:bg-hover hover:text-text"
                >
                  {t(`sections.${section}`)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex min-w-0 flex-col gap-10">
          <AccountSection
            me={me}
            outboxOpen={outboxOpen}
            hasPassword={factors?.hasPassword ?? true}
            onMeChanged={() => router.refresh()}
            onSignOut={onSignOut}
          />
          <SecuritySection passkeyHost={passkeyHost} hasProviders={hasProviders} />
          <LatePart>
            <PrivacySections />
          </LatePart>
          <LatePart>
            <TokensSection />
          </LatePart>
          <LanguageSection chosen={language} />
          <ThemeSection />
          <ReadingSection />
          <DockSection />
          <PermissionsSection />
          <AppDataSection />
          <LegalLinks />
        </div>
      </div>
    </Reauthentication>
  );
}
