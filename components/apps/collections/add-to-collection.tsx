"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, type FormEvent } from "react";
import type { OwnCollection } from "@/lib/collections/contract";
import { collectionsWithQuery, makeCollection, placeApp, takeApp } from "@/lib/collections/queries";
import { COLLECTION_TITLE_MAX_CHARS } from "@/lib/config/collection-limits";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { LoadFailed } from "@/components/ui/load-failed";
import { Spinner } from "@/components/ui/spinner";
import { useErrorToast } from "../use-error-toast";

interface AddToCollectionProps {
  app: { id: string; name: string };
  onClose: () => void;
}

/** Puts an app into the viewer's collections, or takes it out; each press counts at once. */
export function AddToCollection({ app, onClose }: AddToCollectionProps) {
  const t = useTranslations("collections");
  const common = useTranslations("common");
  const errors = useErrorTexts();
  const failed = useErrorToast();
  const client = useQueryClient();
  const query = useQuery(collectionsWithQuery(app.id));
  /** What was pressed here, by collection. The query's data change a tick later, and a controlled input would jump back. */
  const [chosen, setChosen] = useState<Record<string, boolean | undefined>>({});
  const set = async ({ id }: Pick<OwnCollection, "id">, on: boolean) => {
    setChosen((before) => ({ ...before, [id]: on }));
    try {
      await (on ? placeApp : takeApp)(client, { id, appId: app.id });
    } catch (error) {
      setChosen((before) => ({ ...before, [id]: undefined }));
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
                    onChange={(event) => void set(each, event.target.checked)}
                  />
                </li>
              ))}
            </ul>
          )}
          <NewCollection appId={app.id} isFirst={query.data.items.length === 0} />
        </>
      )}
    </Dialog>
  );
}

/** Makes a collection that has the app. */
function NewCollection({ appId, isFirst }: { appId: string; isFirst: boolean }) {
  const t = useTranslations("collections");
  const errors = useErrorTexts();
  const client = useQueryClient();
  const [title, setTitle] = useState("");
  const [isPrivate, setIsPrivate] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [isMaking, setIsMaking] = useState(false);
  const make = async (event: FormEvent) => {
    event.preventDefault();
    if (isMaking) return;
    if (!title.trim()) return setProblem("empty");
    setIsMaking(true);
    try {
      const { id } = await makeCollection(client, { title: title.trim(), isPublic: !isPrivate });
      await placeApp(client, { id, appId });
      setTitle("");
    } catch (error) {
      setProblem(error);
    } finally {
      setIsMaking(false);
    }
  };
  return (
    <form noValidate onSubmit={(event) => void make(event)}>
      {isFirst && <p className="mb-4 text-sm text-pretty text-muted">{t("emptyText")}</p>}
      <Field
        label={t("new")}
        error={problem === "empty" ? t("nameMissing") : problem ? errors.text(problem) : undefined}
      >
        <div className="flex gap-2">
          <div className="min-w-0 flex-1">
            <Input
              dir="auto"
              value={title}
              autoComplete="off"
              placeholder={t("namePlaceholder")}
              maxGraphemes={COLLECTION_TITLE_MAX_CHARS}
              onChange={(event) => {
                setTitle(event.target.value);
                setProblem(null);
              }}
            />
          </div>
          <Button type="submit" variant="outline" loading={isMaking}>
            {t("make")}
          </Button>
        </div>
      </Field>
      <Checkbox
        className="mt-1"
        label={t("onlyMeSees")}
        checked={isPrivate}
        onChange={(event) => setIsPrivate(event.target.checked)}
      />
    </form>
  );
}
