"use client";

import { ExternalLink } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { dismiss, type AppQuestion } from "./app-questions";

export interface AppQuestionBoxProps {
  appName: string;
  question: AppQuestion;
}

/**
 * What an app asks, drawn by the shell over the app's own place, under the app's name: nobody takes it for the shell's
 * question. Texts of the app are shown as text. The app stays in sight behind it and cannot be pressed.
 */
export function AppQuestionBox({ appName, question }: AppQuestionBoxProps) {
  const titleId = useId();
  const textId = useId();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const first = box.current?.querySelector<HTMLElement>("[data-first]") ?? box.current;
    first?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  return (
    <div className="absolute inset-0 z-bar grid animate-fade-in place-items-center overflow-y-auto bg-scrim p-4">
      <div
        ref={box}
        role="alertdialog"
        aria-modal="true"
        aria-labelledby={titleId}
        aria-describedby={textId}
        tabIndex={-1}
        className="w-full max-w-[24rem] animate-pop-in rounded-xl border border-border bg-overlay p-5 shadow-lg"
        onKeyDown={(event) => {
          if (event.key === "Escape") dismiss(question);
          if (event.key === "Tab") keepInside(event, box.current);
        }}
      >
        <Question appName={appName} question={question} titleId={titleId} textId={textId} />
      </div>
    </div>
  );
}

/** Tab goes around inside the box. */
function keepInside(event: React.KeyboardEvent, box: HTMLElement | null): void {
  const stops = [...(box?.querySelectorAll<HTMLElement>("button,input,textarea,a[href]") ?? [])];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = stops.at((at + (event.shiftKey ? -1 : 1)) % stops.length);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

interface QuestionProps extends AppQuestionBoxProps {
  titleId: string;
  textId: string;
}

function Question({ appName, question, titleId, textId }: QuestionProps) {
  const t = useTranslations("sandbox.question");
  const format = useFormatter();
  switch (question.kind) {
    case "alert":
      return (
        <Layout
          titleId={titleId}
          title={t("says", { app: appName })}
          footer={<Confirm label={t("ok")} onClick={() => question.answer(null)} />}
        >
          <AppText id={textId} text={question.message} />
        </Layout>
      );
    case "confirm":
      return (
        <Layout
          titleId={titleId}
          title={t("asks", { app: appName })}
          footer={
            <>
              <Cancel onClick={() => question.answer(false)} />
              <Confirm label={t("ok")} onClick={() => question.answer(true)} />
            </>
          }
        >
          <AppText id={textId} text={question.message} />
        </Layout>
      );
    case "prompt":
      return <Prompt appName={appName} question={question} titleId={titleId} textId={textId} />;
    case "openLink":
      return (
        <Layout
          titleId={titleId}
          title={t("openLinkTitle", { app: appName })}
          footer={
            <>
              <Cancel first onClick={() => question.answer(false)} />
              <OpenLink url={question.url} label={t("open")} onOpen={() => question.answer(true)} />
            </>
          }
        >
          <p className="text-sm text-muted">{t("openLinkText")}</p>
          <p
            id={textId}
            className="mt-2 max-h-40 overflow-y-auto rounded-md bg-sunken px-3 py-2 font-mono text-sm break-all"
          >
            <Address url={question.url} />
          </p>
        </Layout>
      );
    case "saveFile":
      return (
        <Layout
          titleId={titleId}
          title={t("saveTitle", { app: appName })}
          footer={
            <>
              <Cancel first onClick={() => question.answer(false)} />
              <Confirm second label={t("save")} onClick={() => question.answer(true)} />
            </>
          }
        >
          <p id={textId} className="text-sm break-all">
            {question.name}{" "}
            <span className="text-muted">
              ({t("kilobytes", { size: format.number(Math.ceil(question.size / 1024)) })})
            </span>
          </p>
        </Layout>
      );
    case "pasteText":
      return <Paste appName={appName} question={question} titleId={titleId} textId={textId} />;
    case "allow":
      return <Allow appName={appName} question={question} titleId={titleId} textId={textId} />;
  }
}

type Of<K extends AppQuestion["kind"]> = Omit<QuestionProps, "question"> & {
  question: Extract<AppQuestion, { kind: K }>;
};

function Prompt({ appName, question, titleId, textId }: Of<"prompt">) {
  const t = useTranslations("sandbox.question");
  const [value, setValue] = useState(question.value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    question.answer(value);
  };
  return (
    <form onSubmit={submit}>
      <Layout
        titleId={titleId}
        title={t("asks", { app: appName })}
        footer={
          <>
            <Cancel onClick={() => question.answer(null)} />
            <Button type="submit" variant="primary">
              {t("ok")}
            </Button>
          </>
        }
      >
        <AppText id={textId} text={question.message} />
        <Input
          data-first
          aria-labelledby={textId}
          className="mt-3"
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </Layout>
    </form>
  );
}

function Paste({ appName, question, titleId, textId }: Of<"pasteText">) {
  const t = useTranslations("sandbox.question");
  const [value, setValue] = useState("");
  return (
    <Layout
      titleId={titleId}
      title={t("pasteTitle", { app: appName })}
      footer={
        <>
          <Cancel onClick={() => question.answer(null)} />
          <Confirm second label={t("give")} onClick={() => question.answer(value)} />
        </>
      }
    >
      <p id={textId} className="text-sm text-muted">
        {t("pasteText")}
      </p>
      <Textarea
        data-first
        aria-labelledby={textId}
        className="mt-3"
        rows={3}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
    </Layout>
  );
}

const ARMED_AFTER_MS = 500;

/** A permission: what the app would get, why it says it wants it, what can come of it. */
function Allow({ appName, question, titleId, textId }: Of<"allow">) {
  const t = useTranslations("sandbox.allow");
  const { permission } = question;
  // A press that was meant for the app, which stood here a moment ago, must not become a yes.
  const [armed, setArmed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), ARMED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const reason = permission.kind === "leaks" ? "" : permission.reason;
  return (
    <Layout
      titleId={titleId}
      title={t(`${permission.kind}.title`, { app: appName })}
      footer={
        <>
          <Button variant="ghost" data-first="" onClick={() => question.answer(false)}>
            {t(`${permission.kind}.no`)}
          </Button>
          <Button variant="primary" disabled={!armed} onClick={() => question.answer(true)}>
            {t(`${permission.kind}.yes`)}
          </Button>
        </>
      }
    >
      <div id={textId} className="flex flex-col gap-2.5 text-sm">
        <p>{t(`${permission.kind}.text`, { app: appName })}</p>
        {permission.kind === "network" && (
          <ul className="flex max-h-32 flex-col gap-1 overflow-y-auto rounded-md bg-sunken px-3 py-2 font-mono break-all">
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

function Layout({
  titleId,
  title,
  children,
  footer,
}: {
  titleId: string;
  title: string;
  children: ReactNode;
  footer: ReactNode;
}) {
  return (
    <>
      <h2 id={titleId} className="text-lg">
        {title}
      </h2>
      <div className="mt-2">{children}</div>
      <div className="mt-5 flex flex-wrap justify-end gap-2">{footer}</div>
    </>
  );
}

/** Line breaks of the app count; everything else of it is text. */
function AppText({ id, text }: { id: string; text: string }) {
  return (
    <p id={id} className="max-h-60 overflow-y-auto text-sm break-words whitespace-pre-wrap">
      {text}
    </p>
  );
}

/** The whole address, the part that says where one goes in front of the rest. */
function Address({ url }: { url: URL }) {
  const [before, after] = url.host ? url.href.split(url.host, 2) : [url.href, ""];
  return (
    <>
      <span className="text-muted">{before}</span>
      {url.host && <strong className="font-semibold">{url.host}</strong>}
      <span className="text-muted">
        {url.host ? url.href.slice((before?.length ?? 0) + url.host.length) : after}
      </span>
    </>
  );
}

function OpenLink({ url, label, onOpen }: { url: URL; label: string; onOpen: () => void }) {
  // A real link, pressed by the person: no popup blocker stands in its way, and nothing of ours goes along.
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer" className="btn btn-primary" onClick={onOpen}>
      <ExternalLink aria-hidden />
      {label}
    </a>
  );
}

function Confirm({ label, second, onClick }: { label: string; second?: boolean; onClick: () => void }) {
  return (
    <Button variant="primary" data-first={second ? undefined : ""} onClick={onClick}>
      {label}
    </Button>
  );
}

function Cancel({ first, onClick }: { first?: boolean; onClick: () => void }) {
  const t = useTranslations("common");
  return (
    <Button variant="ghost" data-first={first ? "" : undefined} onClick={onClick}>
      {t("cancel")}
    </Button>
  );
}
