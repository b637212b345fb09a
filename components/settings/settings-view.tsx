"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { LazyBoundary } from "@/components/ui/lazy-boundary";
import { LegalLinks } from "@/components/ui/legal-links";
import { factorsQuery } from "@/lib/account/queries";
import { invitationsQuery } from "@/lib/instance/queries";
import { hasInvitations } from "@/lib/instance/rules";
import type { Me } from "@/lib/people/user-contract";
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
import { useLinkedSection } from "./use-linked-section";

const AppDataSection = dynamic(() => import("./app-data-section").then((module) => module.AppDataSection));

const TokensSection = dynamic(() => import("./tokens-section").then((module) => module.TokensSection));

const InvitationsSection = dynamic(
  () => import("./invitations-section").then((module) => module.InvitationsSection),
  // An address may name it before it is there.
  { ssr: false, loading: () => <div id="invitations" hidden /> },
);

const YourDataSection = dynamic(
  () => import("./your-data-section").then((module) => module.YourDataSection),
  { ssr: false, loading: () => <div id="your-data" className="min-h-40 scroll-mt-20" /> },
);

const PrivacySections = dynamic(() => import("./privacy-section").then((module) => module.PrivacySections));

/** The sections and their element ids; the id `dock` is taken by the dock itself. */
const SECTIONS = [
  ["account", "account"],
  ["security", "security"],
  ["privacy", "privacy"],
  ["notifications", "notification-settings"],
  ["writing", "writing"],
  ["tokens", "tokens"],
  ["language", "language"],
  ["theme", "theme"],
  ["reading", "reading"],
  ["dock", "dock-settings"],
  ["permissions", "permissions"],
  ["appData", "app-data"],
  ["yourData", "your-data"],
  ["invitations", "invitations"],
] as const;

export interface SettingsViewProps {
  me: Me;
  language: LanguageChoice;
  outboxOpen: boolean;
  /** The relying party of passkeys; null if the instance has none. */
  passkeyHost: string | null;
  /** Whether the instance offers sign-in with providers. */
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
  const { data: invitations } = useQuery(invitationsQuery());
  const isInviting = invitations !== undefined && hasInvitations(invitations);
  const column = useRef<HTMLDivElement>(null);
  useLinkedSection(column);
  return (
    <Reauthentication factors={factors}>
      <div className="grid gap-10 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <nav aria-label={t("navigation")} className="hidden lg:block">
          <ul className="sticky top-20 flex flex-col gap-0.5">
            {SECTIONS.filter(([section]) => section !== "invitations" || isInviting).map(([section, id]) => (
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
        <div ref={column} className="flex min-w-0 flex-col gap-10">
          <AccountSection
            me={me}
            outboxOpen={outboxOpen}
            hasPassword={factors?.hasPassword ?? true}
            onMeChanged={() => router.refresh()}
            onSignOut={onSignOut}
          />
          <SecuritySection passkeyHost={passkeyHost} hasProviders={hasProviders} />
          <LazyBoundary>
            <PrivacySections />
          </LazyBoundary>
          <LazyBoundary>
            <TokensSection />
          </LazyBoundary>
          <LanguageSection chosen={language} />
          <ThemeSection />
          <ReadingSection />
          <DockSection />
          <PermissionsSection />
          <AppDataSection />
          <YourDataSection userId={me.id} />
          <InvitationsSection />
          <LegalLinks />
        </div>
      </div>
    </Reauthentication>
  );
}
