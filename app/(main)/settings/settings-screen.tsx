"use client";

import { SettingsView, type SettingsViewProps } from "@/components/settings/settings-view";
import { signOut } from "@/components/shell/sign-out";

/** Signing out is the shell's: it lets running apps save first. */
export function SettingsScreen(props: Omit<SettingsViewProps, "onSignOut">) {
  return <SettingsView {...props} onSignOut={() => void signOut()} />;
}
