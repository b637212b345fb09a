"use client";

import { LibraryBig, MoreHorizontal } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";

const AddToCollection = dynamic(
  () => import("./collections/add-to-collection").then((module) => module.AddToCollection),
  { ssr: false },
);

/** What can be done with the app of a card besides opening it. Above the link that covers the card. */
export function CardMenu({ id, name }: { id: string; name: string }) {
  const t = useTranslations("collections");
  const apps = useTranslations("apps");
  const [isCollecting, setIsCollecting] = useState(false);
  return (
    <>
      <DropdownMenu
        label={apps("cardMenu", { name })}
        align="end"
        items={[
          {
            key: "collect",
            label: t("add"),
            icon: <LibraryBig aria-hidden />,
            onSelect: () => setIsCollecting(true),
          },
        ]}
        trigger={
          <IconButton
            label={apps("cardMenu", { name })}
            size="sm"
            className="relative -my-1.5 -mr-1.5 flex-none text-subtle"
          >
            <MoreHorizontal aria-hidden />
          </IconButton>
        }
      />
      {isCollecting && <AddToCollection app={{ id, name }} onClose={() => setIsCollecting(false)} />}
    </>
  );
}
