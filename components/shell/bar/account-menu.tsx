"use client";

import { useTranslations } from "next-intl";
import { Avatar } from "@/components/ui/avatar";
import { MenuButton } from "@/components/ui/dropdown-menu";
import { Late, lazyPart } from "@/components/ui/lazy-part";
import type { UserShort } from "@/lib/contracts/user";
import type { AccountItemsProps } from "./account-items";

const part = lazyPart<AccountItemsProps>(() =>
  import("./account-items").then((module) => module.AccountItems),
);

/** The person's own corner: their pages, the theme, the way out. Its items come when the pointer or focus is near. */
export function AccountMenu({ user }: { user: UserShort }) {
  const t = useTranslations("shell.bar");
  return (
    <MenuButton
      onInterest={part.preload}
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
      {(menu) => <Late part={part} wanted={menu.anchor !== null} props={{ ...menu, user }} />}
    </MenuButton>
  );
}
