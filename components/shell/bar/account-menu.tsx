"use client";

import {
  Bookmark,
  Compass,
  FolderOpen,
  Keyboard,
  List,
  LogOut,
  Monitor,
  Moon,
  Settings,
  Shapes,
  Shield,
  Sun,
  UserRound,
} from "lucide-react";
import { useTheme } from "next-themes";
import { useTranslations } from "next-intl";
import { Avatar } from "@/components/ui/avatar";
import { DropdownMenuContent, MenuButton, type MenuItem } from "@/components/ui/menu";
import type { UserShort } from "@/lib/people/user-contract";
import { useShellUi } from "../shell-ui";
import { requestSignOut } from "../sign-out";

const THEMES = [
  { value: "light", Icon: Sun },
  { value: "dark", Icon: Moon },
  { value: "system", Icon: Monitor },
] as const;

export function AccountMenu({ user, isModerator }: { user: UserShort; isModerator: boolean }) {
  const t = useTranslations("shell");
  const label = t("bar.account", { name: user.displayName });
  return (
    <MenuButton
      trigger={
        <button type="button" aria-label={label} className="btn icon-btn ml-0.5 rounded-full">
          <Avatar id={user.id} name={user.displayName} src={user.avatarUrl} size="sm" />
        </button>
      }
    >
      <AccountMenuContent user={user} isModerator={isModerator} label={label} />
    </MenuButton>
  );
}

function AccountMenuContent({
  user,
  isModerator,
  label,
}: {
  user: UserShort;
  isModerator: boolean;
  label: string;
}) {
  const t = useTranslations("shell");
  const { theme, setTheme } = useTheme();
  const setUi = useShellUi((ui) => ui.set);

  const items: MenuItem[] = [
    { key: "profile", label: t("account.profile"), icon: <UserRound aria-hidden />, href: "/profile/me" },
    {
      key: "bookmarks",
      label: t("account.bookmarks"),
      icon: <Bookmark aria-hidden />,
      href: "/bookmarks",
    },
    { key: "lists", label: t("account.lists"), icon: <List aria-hidden />, href: "/lists" },
    { key: "discover", label: t("account.discover"), icon: <Compass aria-hidden />, href: "/discover" },
    { key: "apps", label: t("account.myApps"), icon: <Shapes aria-hidden />, href: "/apps-list" },
    { key: "local", label: t("account.localApps"), icon: <FolderOpen aria-hidden />, href: "/local-apps" },
    { key: "settings", label: t("account.settings"), icon: <Settings aria-hidden />, href: "/settings" },
    ...(isModerator
      ? [
          {
            key: "moderation",
            label: t("account.moderation"),
            icon: <Shield aria-hidden />,
            href: "/moderation",
          },
        ]
      : []),
    { kind: "line", key: "line-1" },
    { kind: "title", key: "theme", label: t("theme.label") },
    ...THEMES.map(({ value, Icon }): MenuItem => ({
      key: value,
      label: t(`theme.${value}`),
      icon: <Icon aria-hidden />,
      checked: theme === value,
      choice: true,
      onSelect: () => setTheme(value),
    })),
    { kind: "line", key: "line-2" },
    {
      key: "shortcuts",
      label: t("account.shortcuts"),
      icon: <Keyboard aria-hidden />,
      onSelect: () => setUi({ shortcuts: true }),
    },
    {
      key: "out",
      label: t("account.signOut"),
      icon: <LogOut aria-hidden />,
      onSelect: () => void requestSignOut(user.id),
    },
  ];

  return (
    <DropdownMenuContent
      label={label}
      title={
        <span className="block max-w-56">
          <span className="block truncate text-sm font-semibold text-text">{user.displayName}</span>
          <span className="block truncate">@{user.username}</span>
        </span>
      }
      items={items}
    />
  );
}
