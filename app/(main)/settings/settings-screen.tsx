"use client";

import { SettingsView, type SettingsViewProps } from "@/components/settings/settings-view";
import { requestSignOut } from "@/components/shell/sign-out";

/** The shell signs out, so that running apps can save first. */
export function SettingsScreen(props: Omit<SettingsViewProps, "onSignOut">) {
  return <SettingsView {...props} onSignOut={() => void requestSignOut(props.me.id)} />;
}
