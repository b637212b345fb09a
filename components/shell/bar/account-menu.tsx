"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Avatar } from "@/components/ui/avatar";
import { opensMenu, preloadMenu } from "@/components/ui/dropdown-menu";
import { lazyPart } from "@/components/ui/lazy-part";
import type { UserShort } from "@/lib/contracts/user";
import type { AccountItemsProps } from "./account-items";

const part = lazyPart<AccountItemsProps>(() =>
  import("./account-items").then((module) => module.AccountItems),
);

function preload(): void {
  part.preload();
  preloadMenu();
}

/** The person's own corner: their pages, the theme, the way out. Its items come when the pointer or focus is near. */
export function AccountMenu({ user }: { user: UserShort }) {
  const t = useTranslations("shell.bar");
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [wanted, setWanted] = useState(false);
  const Items = part.use(wanted);
  const open = (button: HTMLElement) => {
    setWanted(true);
    setAnchor(button);
  };
  return (
    <>
      <button
        type="button"
        aria-label={t("account", { name: user.displayName })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        className="btn icon-btn ml-0.5 rounded-full"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={(event) => (anchor ? setAnchor(null) : open(event.currentTarget))}
        onKeyDown={(event) => {
          if (!opensMenu(event)) return;
          event.preventDefault();
          open(event.currentTarget);
        }}
      >
        <Avatar id={user.id} name={user.displayName} src={user.avatarUrl} size="sm" />
      </button>
      {Items && <Items id={id} user={user} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  );
}
