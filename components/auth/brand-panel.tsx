import { Brush, Gamepad2, Heart, MessageCircle, Music, NotebookPen, Play, Timer } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

const PADS = [
  "bg-accent",
  "bg-accent-soft",
  "bg-accent-soft",
  "bg-like-soft",
  "bg-accent-soft",
  "bg-like",
  "bg-accent-soft",
  "bg-accent-soft",
  "bg-info-soft",
  "bg-accent-soft",
  "bg-accent",
  "bg-accent-soft",
];

/** Beside the form on wide windows: a made-up post with a running app. */
export function BrandPanel({ logo }: { logo: ReactNode }) {
  const t = useTranslations("auth.brand");
  return (
    <aside className="relative hidden flex-col justify-between overflow-hidden border-r border-border bg-sunken p-12 lg:flex">
      <div aria-hidden className="pointer-events-none absolute inset-0">
        <div className="absolute -top-32 -left-24 size-120 rounded-full bg-accent-soft blur-3xl" />
        <div className="absolute -right-32 -bottom-40 size-136 rounded-full bg-like-soft blur-3xl" />
      </div>
      <div className="relative flex items-center gap-2.5">
        {logo}
        <span className="text-xl font-bold tracking-tight">Gum</span>
      </div>
      <div aria-hidden className="relative mx-auto w-full max-w-md py-10">
        <SamplePost />
        <SampleTiles />
      </div>
      <div className="relative max-w-lg">
        <p className="text-3xl font-semibold text-balance">{t("headline")}</p>
        <p className="mt-2 text-lg text-pretty text-muted">{t("lead")}</p>
      </div>
    </aside>
  );
}

function SamplePost() {
  const t = useTranslations("auth.brand");
  return (
    <div className="rotate-[-2deg] rounded-2xl border border-border bg-surface p-5 shadow-lg">
      <div className="flex items-center gap-3">
        <span className="grid size-10 place-items-center rounded-full bg-like-soft font-semibold text-like">
          {[...t("sampleName")][0]}
        </span>
        <p className="text-sm">
          <span className="font-semibold">{t("sampleName")}</span>{" "}
          <span className="text-muted">· {t("sampleTime")}</span>
        </p>
      </div>
      <p className="mt-3 text-base">{t("samplePost")}</p>
      <div className="mt-4 overflow-hidden rounded-xl border border-border bg-sunken">
        <div className="grid grid-cols-4 gap-2.5 p-5">
          {PADS.map((color, index) => (
            <span key={index} className={`aspect-[5/3] rounded-lg ${color}`} />
          ))}
        </div>
        <div className="flex items-center justify-between border-t border-border bg-surface px-4 py-2.5">
          <span className="text-sm font-medium">{t("sampleApp")}</span>
          <span className="inline-flex items-center gap-1.5 rounded-md bg-accent px-3 py-1 text-xs font-semibold text-on-accent">
            <Play className="size-3.5 fill-current" />
            {t("sampleRun")}
          </span>
        </div>
      </div>
      <div className="mt-4 flex gap-5 text-sm text-muted">
        <span className="inline-flex items-center gap-1.5 text-like">
          <Heart className="size-4.5 fill-current" /> 128
        </span>
        <span className="inline-flex items-center gap-1.5">
          <MessageCircle className="size-4.5" /> 24
        </span>
      </div>
    </div>
  );
}

const TILES = [
  { color: "bg-like text-on-like", Icon: Music },
  { color: "bg-info text-bg", Icon: Brush },
  { color: "bg-accent text-on-accent", Icon: Gamepad2 },
  { color: "bg-warning text-bg", Icon: NotebookPen },
  { color: "bg-success text-bg", Icon: Timer },
];

function SampleTiles() {
  return (
    <div className="mx-auto -mt-3 flex w-fit translate-x-10 rotate-1 gap-2.5 rounded-2xl border border-border bg-raised p-2.5 shadow-lg">
      {TILES.map(({ color, Icon }) => (
        <span key={color} className={`grid size-11 place-items-center rounded-xl ${color}`}>
          <Icon className="size-5.5" />
        </span>
      ))}
    </div>
  );
}
