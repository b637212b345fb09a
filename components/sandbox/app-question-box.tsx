"use client";

import { ExternalLink } from "lucide-react";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { textFor } from "@/lib/shared/localized-text";
import { quotable } from "@/lib/shared/hidden-characters";
import { AppText, Cancel, Confirm, Layout, textIdOf, titleIdOf } from "./app-question-layout";
import { dismiss, type AppQuestion } from "./app-questions";
import { useArmed } from "./use-armed";

interface AppQuestionBoxProps {
  appName: string;
  appIcon: string | null;
  question: AppQuestion;
}

/** Questions whose words are the app's own: they must not look like ours. */
const isOwnWords = ({ kind }: AppQuestion): boolean =>
  kind === "alert" || kind === "confirm" || kind === "prompt";

/**
 * A question of an app. The shell shows it over the app's frame and under the app's name, so that it is not mistaken for a
 * question of the shell. The app's texts are rendered as text. The app stays visible behind it but is inert.
 */
export function AppQuestionBox({ appName, appIcon, question }: AppQuestionBoxProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const armed = useArmed(box, question);
  useEffect(() => {
    leaveFullscreen();
    // The app may have asked for it just before the question.
    const events = ["fullscreenchange", "pointerlockchange"] as const;
    for (const type of events) document.addEventListener(type, leaveFullscreen);
    const previous = document.activeElement;
    const initial = box.current?.querySelector<HTMLElement>("[data-first]") ?? box.current;
    initial?.focus();
    return () => {
      for (const type of events) document.removeEventListener(type, leaveFullscreen);
      if (previous instanceof HTMLElement && previous.isConnected) previous.focus();
    };
  }, []);

  return (
    <div className="absolute inset-0 z-bar grid animate-fade-in place-items-center overflow-y-auto bg-scrim p-4">
      <div
        ref={box}
        role="alertdialog"
        aria-modal="true"
        aria-labelledby={titleIdOf(id)}
        aria-describedby={textIdOf(id)}
        tabIndex={-1}
        className={cn(
          "w-full max-w-[24rem] animate-pop-in p-5 shadow-lg",
          isOwnWords(question)
            ? "rounded-sm border-2 border-dashed border-warning bg-surface"
            : "rounded-xl border border-border bg-overlay",
        )}
        onKeyDown={(event) => {
          if (event.key === "Escape") dismiss(question);
          if (event.key === "Tab") trapFocus(event, box.current);
        }}
      >
        <Question appName={appName} appIcon={appIcon} question={question} id={id} armed={armed} />
      </div>
    </div>
  );
}

/** In fullscreen only the app would be seen, and no pointer while it is locked. */
function leaveFullscreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
  if (document.pointerLockElement) document.exitPointerLock();
}

const warningIdOf = (id: string): string => `${id}-warning`;

function trapFocus(event: React.KeyboardEvent, box: HTMLElement | null): void {
  const stops = [...(box?.querySelectorAll<HTMLElement>("button,input,textarea,a[href]") ?? [])];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = stops.at((at + (event.shiftKey ? -1 : 1)) % stops.length);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

interface QuestionProps extends AppQuestionBoxProps {
  /** Prefix of the element ids of the title and the text. */
  id: string;
  /** False while a press could have been meant for something else. */
  armed: boolean;
}

function Question({ appName, appIcon, question, id, armed }: QuestionProps) {
  const t = useTranslations("sandbox.question");
  switch (question.kind) {
    case "alert":
    case "confirm":
      return (
        <Layout
          id={id}
          title={t("says", { app: appName })}
          speaker={appIcon}
          footer={
            <>
              {question.kind === "confirm" && <Cancel onClick={() => question.answer(false)} />}
              <Confirm label={t("ok")} onClick={() => question.answer(true)} />
            </>
          }
        >
          <AppText id={id} text={question.message} />
        </Layout>
      );
    case "prompt":
      return <Prompt appName={appName} appIcon={appIcon} question={question} id={id} armed={armed} />;
    case "openLink":
      return (
        <Layout
          id={id}
          title={t("openLinkTitle", { app: appName })}
          footer={
            <>
              <Cancel first onClick={() => question.answer(false)} />
              {/* A real link pressed by the user: no popup blocker interferes, and no opener or referrer is sent. */}
              <a
                href={question.url.href}
                target="_blank"
                rel="noopener noreferrer"
                className="btn btn-primary"
                aria-disabled={!armed}
                data-armed={armed}
                onClick={(event) => {
                  if (armed) question.answer(true);
                  else event.preventDefault();
                }}
              >
                <ExternalLink aria-hidden />
                {t("open")}
              </a>
            </>
          }
        >
          <p className="text-sm text-muted">{t("openLinkText")}</p>
          <p
            id={textIdOf(id)}
            className="mt-2 max-h-40 overflow-y-auto rounded-md bg-sunken px-3 py-2 font-mono text-sm break-all"
          >
            <Address url={question.url} />
          </p>
        </Layout>
      );
    case "saveFiles":
      return <SaveFiles appName={appName} appIcon={appIcon} question={question} id={id} armed={armed} />;
    case "pasteText":
      return <Paste appName={appName} appIcon={appIcon} question={question} id={id} armed={armed} />;
    case "allow":
      return <Allow appName={appName} appIcon={appIcon} question={question} id={id} armed={armed} />;
  }
}

type PropsOf<K extends AppQuestion["kind"]> = Omit<QuestionProps, "question"> & {
  question: Extract<AppQuestion, { kind: K }>;
};

const PASSWORD =
  /pass.{0,2}(?:word|code|phrase|key)|\bPIN\b|パスワード|パスコード|パスフレーズ|パスキー|暗証|合言葉/iu;

function mentionsPassword(text: string): boolean {
  return PASSWORD.test(text.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, ""));
}

function Prompt({ appName, appIcon, question, id }: PropsOf<"prompt">) {
  const t = useTranslations("sandbox.question");
  const [value, setValue] = useState(question.value);
  const warns = mentionsPassword(`${question.message} ${question.value}`);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    question.answer(value);
  };
  return (
    <form onSubmit={submit}>
      <Layout
        id={id}
        title={t("says", { app: appName })}
        speaker={appIcon}
        footer={
          <>
            <Cancel onClick={() => question.answer(null)} />
            <Button type="submit" variant="primary">
              {t("ok")}
            </Button>
          </>
        }
      >
        <AppText id={id} text={question.message} />
        {warns && (
          <p id={warningIdOf(id)} className="mt-2 text-sm font-medium text-warning">
            {t("noPassword")}
          </p>
        )}
        <Input
          data-first
          type="text"
          autoComplete="off"
          aria-describedby={warns ? warningIdOf(id) : undefined}
          aria-labelledby={textIdOf(id)}
          className="mt-3"
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </Layout>
    </form>
  );
}

function SaveFiles({ appName, question, id, armed }: PropsOf<"saveFiles">) {
  const t = useTranslations("sandbox.question");
  const format = useFormatter();
  const { files } = question;
  const count = files.length;
  const kilobytes = (size: number) => t("kilobytes", { size: format.number(Math.ceil(size / 1024)) });
  return (
    <Layout
      id={id}
      title={t(count > 1 ? "saveSeveralTitle" : "saveTitle", { app: appName })}
      footer={
        <>
          <Cancel first onClick={() => question.answer(false)} />
          <Confirm
            second
            armed={armed}
            label={count > 1 ? t("saveSeveral", { count }) : t("save")}
            onClick={() => question.answer(true)}
          />
        </>
      }
    >
      <ul id={textIdOf(id)} className="max-h-40 overflow-y-auto text-sm break-all">
        {files.map(({ name, size }, index) => (
          <li key={index}>
            {name} <span className="text-muted">({kilobytes(size)})</span>
          </li>
        ))}
      </ul>
    </Layout>
  );
}

function Paste({ appName, question, id, armed }: PropsOf<"pasteText">) {
  const t = useTranslations("sandbox.question");
  const [value, setValue] = useState("");
  return (
    <Layout
      id={id}
      title={t("pasteTitle", { app: appName })}
      footer={
        <>
          <Cancel onClick={() => question.answer(null)} />
          <Confirm second armed={armed} label={t("give")} onClick={() => question.answer(value)} />
        </>
      }
    >
      <p id={textIdOf(id)} className="text-sm text-muted">
        {t("pasteText")}
      </p>
      <Textarea
        data-first
        aria-labelledby={textIdOf(id)}
        className="mt-3"
        rows={3}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
    </Layout>
  );
}

/** A permission: what the app would get, the reason it gives, and the consequences. */
function Allow({ appName, question, question: { permission }, id, armed }: PropsOf<"allow">) {
  const t = useTranslations("sandbox.allow");
  const reason = quotable(textFor(permission.kind === "leaks" ? "" : permission.reason, useLocale()));
  return (
    <Layout
      id={id}
      title={t(`${permission.kind}.title`, { app: appName })}
      footer={
        <>
          <Button variant="ghost" data-first="" onClick={() => question.answer(false)}>
            {t(`${permission.kind}.no`)}
          </Button>
          <Confirm
            second
            armed={armed}
            label={t(`${permission.kind}.yes`)}
            onClick={() => question.answer(true)}
          />
        </>
      }
    >
      <div id={textIdOf(id)} className="flex flex-col gap-2.5 text-sm">
        <p>{t(`${permission.kind}.text`, { app: appName })}</p>
        {permission.kind === "network" && permission.hosts.length > 1 && (
          <p className="font-medium">{t("network.count", { count: permission.hosts.length })}</p>
        )}
        {permission.kind === "network" && (
          <ul className="flex max-h-40 flex-col gap-1 overflow-y-auto rounded-md bg-sunken px-3 py-2 font-mono break-all">
            {permission.hosts.map((host) => (
              <li key={host}>{host}</li>
            ))}
          </ul>
        )}
        {permission.kind === "leaks" && (
          <ul className="flex list-disc flex-col gap-1 pl-5">
            {(["address", "typed", "kept"] as const).map((what) => (
              <li key={what}>{t(`leaks.${what}`)}</li>
            ))}
          </ul>
        )}
        {reason && <p>{t("reason", { reason })}</p>}
        <p className="text-muted">{t(`${permission.kind}.hint`)}</p>
      </div>
    </Layout>
  );
}

/** The host first, which says where a link leads, then the whole URL. */
function Address({ url }: { url: URL }) {
  return (
    <>
      {url.host && <strong className="block font-semibold">{url.host}</strong>}
      <span className="text-muted">{url.href}</span>
    </>
  );
}
