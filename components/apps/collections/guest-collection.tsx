import { getLocale, getTranslations } from "next-intl/server";
import type { Collection, CollectionApp } from "@/lib/collections/contract";
import { textsIn } from "@/lib/apps/texts";
import { nameOf } from "@/lib/people/rules";
import { AppIcon } from "@/components/ui/app-icon";
import { CARD_COVER } from "@/components/ui/card";
import { CollectionHead } from "./collection-head";
import { AppNote } from "../app-note";

/** A collection for guests, who open its apps by their share links. */
export async function GuestCollection({
  collection,
  apps,
}: {
  collection: Collection;
  apps: readonly CollectionApp[];
}) {
  const [t, locale] = await Promise.all([getTranslations("collections"), getLocale()]);
  const { owner } = collection;
  return (
    <>
      <CollectionHead
        collection={collection}
        className="border-b border-border p-4 sm:p-5"
        by={
          <a
            href={`/profile/${owner.id}`}
            className="inline-flex min-h-6 items-center text-muted hover:underline"
          >
            {t("by", { name: nameOf(owner) })}
          </a>
        }
      />
      {apps.length === 0 && <p className="px-4 py-8 text-center text-muted">{t("nothingToSee")}</p>}
      <ol aria-label={t("appsTitle")}>
        {apps.map(({ app, note }) => {
          const texts = textsIn(app, locale);
          return (
            <li
              key={app.id}
              className="relative flex gap-3.5 border-b border-border p-4 last:border-b-0 hover:bg-hover"
            >
              <AppIcon src={app.iconUrl} px={56} className="size-14 rounded-xl" />
              <div className="min-w-0 flex-1">
                <h2 className="truncate text-base font-semibold">
                  <a href={`/app/share/${app.shareId}`} className={CARD_COVER}>
                    {texts.name}
                  </a>
                </h2>
                <p className="truncate text-xs text-muted">{nameOf(app.owner)}</p>
                <p dir="auto" className="mt-1 line-clamp-2 text-sm text-pretty text-muted">
                  {texts.description}
                </p>
                <AppNote note={note} />
              </div>
            </li>
          );
        })}
      </ol>
    </>
  );
}
