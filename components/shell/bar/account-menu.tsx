"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { Avatar } from "@/components/ui/avatar";
import { MenuButton } from "@/components/ui/dropdown-menu";
import type { UserShort } from "@/lib/contracts/user";

const AccountItems = dynamic(() => import("./account-items").then((module) => module.AccountItems), {
  ssr: false,
});

/** The person's own corner: their pages, the theme, the way out. */
export function AccountMenu({ user }: { user: UserShort }) {
  const t = useTranslations("shell.bar");
  return (
    <MenuButton
      trigger={
        <button
          type="button"
          aria-label={t("account", { name: user.displayName })}
          className="btn icon-btn ml-0.5 rounded-full"
        >
          <Avatar id={user.id} name={user.displayName} src={user.avatarUrl} size="sm" />
        </button>
      }
    >
      {(menu) => <AccountItems {...menu} user={user} />}
    </MenuButton>
  );
}
