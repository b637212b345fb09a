"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { Collection } from "@/lib/collections/contract";
import { collectionsWithQuery, makeCollection, placeApp, takeApp } from "@/lib/collections/queries";
import { COLLECTION_TITLE_MAX_CHARS } from "@/lib/config/collection-limits";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { LoadFailed } from "@/components/ui/load-failed";
import { NameForm } from "@/components/ui/name-form";
import { Spinner } from "@/components/ui/spinner";
import { useErrorToast } from "../use-error-toast";

interface AddToCollectionProps {
  app: { id: string; name: string };
  onClose: () => void;
}

/** Adds an app to the viewer's collections, or removes it; each choice is saved at once. */
export function AddToCollection({ app, onClose }: AddToCollectionProps) {
  const t = useTranslations("collections");
  const common = useTranslations("common");
  const errors = useErrorTexts();
  const failed = useErrorToast();
  const client = useQueryClient();
  const query = useQuery(collectionsWithQuery(app.id));
  /**
   * Pending choices by collection. Query data changes a tick later, and a controlled input would revert until
   * then.
   */
  const [chosen, setChosen] = useState<Record<string, boolean | undefined>>({});
  const presses = useRef(0);
  const lastPress = useRef(new Map<string, number>());
  const set = async (id: string, on: boolean) => {
    const press = ++presses.current;
    lastPress.current.set(id, press);
    setChosen((before) => ({ ...before, [id]: on }));
    try {
      await (on ? placeApp : takeApp)(client, { id, appId: app.id });
    } catch (error) {
      // A later press shows its own outcome.
      if (lastPress.current.get(id) === press) setChosen((before) => ({ ...before, [id]: undefined }));
      failed(error);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("addTitle", { name: app.name })}
      size="sm"
    >
      {query.isPending ? (
        <div className="grid place-items-center py-8 text-muted">
          <Spinner label={common("loading")} />
        </div>
      ) : query.isError ? (
        <LoadFailed text={errors.text(query.error)} onRetry={query.refetch} />
      ) : (
        <>
          {query.data.items.length > 0 && (
            <ul aria-label={t("yours")} className="-mx-1 mb-4 grid max-h-64 overflow-y-auto px-1">
              {query.data.items.map((each) => (
                <li key={each.id}>
                  <Checkbox
                    label={
                      <span dir="auto" className="wrap-anywhere">
                        {each.title}
                        {!each.isPublic && (
                          <Lock
                            role="img"
                            aria-label={t("onlyMe")}
                            className="ml-1.5 inline size-3.5 text-subtle"
                          />
                        )}
                      </span>
                    }
                    checked={chosen[each.id] ?? each.has}
                    onChange={(event) => void set(each.id, event.target.checked)}
                  />
                </li>
              ))}
            </ul>
          )}
          {/* If the app cannot be placed, the collection is in the list above, and is not made again. */}
          <NewCollection isFirst={query.data.items.length === 0} onMade={({ id }) => void set(id, true)} />
        </>
      )}
    </Dialog>
  );
}

interface NewCollectionProps {
  isFirst: boolean;
  onMade: (made: Collection) => void;
}

function NewCollection({ isFirst, onMade }: NewCollectionProps) {
  const t = useTranslations("collections");
  const errors = useErrorTexts();
  const client = useQueryClient();
  const [isPrivate, setIsPrivate] = useState(false);
  return (
    <>
      {isFirst && <p className="mb-4 text-sm text-pretty text-muted">{t("emptyText")}</p>}
      <NameForm
        label={t("new")}
        placeholder={t("namePlaceholder")}
        missing={t("nameMissing")}
        submit={t("make")}
        maxGraphemes={COLLECTION_TITLE_MAX_CHARS}
        errorText={errors.text}
        onSubmit={async (title) => onMade(await makeCollection(client, { title, isPublic: !isPrivate }))}
      >
        <Checkbox
          className="mt-1"
          label={t("onlyMeSees")}
          checked={isPrivate}
          onChange={(event) => setIsPrivate(event.target.checked)}
        />
      </NameForm>
    </>
  );
}
