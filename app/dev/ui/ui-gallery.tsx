"use client";

import {
  Bell,
  Heart,
  LayoutGrid,
  List,
  Mail,
  Pencil,
  Plus,
  Search,
  Share,
  Sparkles,
  Trash2,
} from "lucide-react";
import { useTheme } from "next-themes";
import { useState, type ReactNode } from "react";
import { AppIcon } from "@/components/ui/app-icon";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { FileDrop } from "@/components/ui/file-drop";
import { HoverCard } from "@/components/ui/hover-card";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { Kbd } from "@/components/ui/kbd";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { Progress } from "@/components/ui/progress";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select } from "@/components/ui/select";
import { Skeleton, SkeletonText } from "@/components/ui/skeleton";
import { Spinner } from "@/components/ui/spinner";
import { Switch } from "@/components/ui/switch";
import { Tabs } from "@/components/ui/tabs";
import { Textarea } from "@/components/ui/textarea";
import { LogoMark } from "@/components/shell/logo";
import { OverlaysSection } from "./overlays-section";

const THEMES = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "system", label: "System" },
] as const;

const SWATCHES = [
  "bg-bg",
  "bg-surface",
  "bg-raised",
  "bg-overlay",
  "bg-sunken",
  "bg-hover",
  "bg-pressed",
  "bg-accent",
  "bg-accent-soft",
  "bg-danger",
  "bg-danger-soft",
  "bg-success",
  "bg-success-soft",
  "bg-warning",
  "bg-warning-soft",
  "bg-info",
  "bg-info-soft",
  "bg-like",
  "bg-like-soft",
  "bg-inverse",
];

const TYPE = ["text-3xl", "text-2xl", "text-xl", "text-lg", "text-base", "text-sm", "text-xs", "text-2xs"];

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="section" className="mb-4 p-5">
      <h2 className="mb-4 text-sm text-muted">{title}</h2>
      {children}
    </Card>
  );
}

export function UiGallery() {
  const { theme = "dark", setTheme } = useTheme();
  return (
    <main>
      <Page width="wide">
        <PageHeader
          title={
            <span className="flex items-center gap-3">
              <LogoMark className="size-8" /> Primitives
            </span>
          }
          description="Every primitive in every state. 日本語の文字もここで確かめる。"
          actions={
            <SegmentedControl
              label="Theme"
              segments={THEMES}
              value={theme as "dark"}
              onValueChange={setTheme}
            />
          }
        />
        <Section title="Type and colour">
          <div className="grid gap-6 md:grid-cols-2">
            <div className="flex flex-col gap-1">
              {TYPE.map((size) => (
                <p key={size} className={size}>
                  {size.slice(5)} · Small apps, made here 小さなアプリ
                </p>
              ))}
              <p className="mt-2 text-text">text</p>
              <p className="text-muted">muted</p>
              <p className="text-subtle">subtle</p>
              <p>
                <a className="link" href="#content">
                  a link
                </a>
              </p>
            </div>
            <div className="grid grid-cols-4 content-start gap-2 sm:grid-cols-5">
              {SWATCHES.map((swatch) => (
                <div key={swatch} className="text-2xs text-muted">
                  <div className={`mb-1 h-10 rounded-md border border-border ${swatch}`} />
                  {swatch.slice(3)}
                </div>
              ))}
            </div>
          </div>
        </Section>
        <Section title="Buttons">
          <div className="flex flex-col gap-3">
            {(["sm", "md", "lg"] as const).map((size) => (
              <div key={size} className="flex flex-wrap items-center gap-2">
                <Button size={size} variant="primary" icon={<Plus aria-hidden />}>
                  Primary
                </Button>
                <Button size={size}>Secondary</Button>
                <Button size={size} variant="outline">
                  Outline
                </Button>
                <Button size={size} variant="ghost">
                  Ghost
                </Button>
                <Button size={size} variant="danger" icon={<Trash2 aria-hidden />}>
                  Danger
                </Button>
                <Button size={size} variant="primary" loading>
                  Saving
                </Button>
                <Button size={size} disabled>
                  Disabled
                </Button>
                <IconButton size={size} label="Edit">
                  <Pencil aria-hidden />
                </IconButton>
                <IconButton size={size} label="Notifications, 3 unread" count={3} variant="secondary">
                  <Bell aria-hidden />
                </IconButton>
              </div>
            ))}
          </div>
        </Section>
        <FieldsSection />
        <ChoicesSection />
        <OverlaysSection />
        <Section title="Pictures and badges">
          <div className="flex flex-wrap items-center gap-4">
            {(["xs", "sm", "md", "lg", "xl", "2xl"] as const).map((size, index) => (
              <Avatar
                key={size}
                id={`person-${index * 7}`}
                name={["Aoi Mori", "Ren", "山田 花子", "K", "Jun Ito", "Sora"][index]!}
                size={size}
              />
            ))}
            <Avatar id="broken" name="Broken Picture" src="data:image/png;base64,AAAA" size="lg" />
            <AppIcon src="/icons/icon-192.png" px={64} className="size-16" />
            <AppIcon src="data:image/png;base64,AAAA" px={64} className="size-16" />
            <AppIcon px={32} className="size-8" />
          </div>
          <div className="mt-4 flex flex-wrap gap-2">
            {(["neutral", "accent", "success", "warning", "danger", "info", "like"] as const).map((tone) => (
              <Badge key={tone} tone={tone} icon={tone === "like" ? <Heart aria-hidden /> : undefined}>
                {tone}
              </Badge>
            ))}
            <Kbd keys={["Ctrl", "Shift", "↑"]} />
          </div>
        </Section>
        <Section title="Messages and waiting">
          <div className="grid gap-3 md:grid-cols-2">
            {(["info", "success", "warning", "danger"] as const).map((tone) => (
              <Banner
                key={tone}
                tone={tone}
                title={`A ${tone} message`}
                actions={<Button size="sm">Act</Button>}
              >
                It belongs to the place where it stands.
              </Banner>
            ))}
          </div>
          <div className="mt-5 grid items-center gap-5 md:grid-cols-2">
            <div className="flex gap-3">
              <Skeleton className="size-10 rounded-full" />
              <SkeletonText lines={3} className="flex-1" />
            </div>
            <div className="flex flex-col gap-4">
              <Progress label="Upload" value={0.62} />
              <Progress label="Working" />
              <Spinner className="size-6 text-accent" label="Loading" />
            </div>
          </div>
          <EmptyState
            icon={<Sparkles />}
            title="Nothing here yet"
            description="Apps that you add stand here. The store has a few to begin with."
            action={<Button variant="primary">Open the store</Button>}
          />
        </Section>
        <Section title="Hints">
          <div className="flex flex-wrap gap-3">
            <IconButton label="Share">
              <Share />
            </IconButton>
            <HoverCard
              delay={200}
              content={() => <p className="text-sm">A card that describes its control.</p>}
            >
              <Button>Hover card</Button>
            </HoverCard>
          </div>
        </Section>
      </Page>
    </main>
  );
}

function FieldsSection() {
  return (
    <Section title="Fields">
      <div className="grid gap-5 md:grid-cols-2">
        <Field label="E-mail" hint="Only you see it." required>
          <Input type="email" placeholder="you@example.com" leading={<Mail aria-hidden />} />
        </Field>
        <Field label="Password" error="Password must be at least 8 characters.">
          <Input type="password" defaultValue="short" />
        </Field>
        <Field label="Search" labelHidden>
          <Input type="search" placeholder="Search" leading={<Search aria-hidden />} />
        </Field>
        <Field label="Disabled">
          <Input disabled defaultValue="cannot be changed" />
        </Field>
        <Field label="Category">
          <Select
            options={[
              { value: "game", label: "Games" },
              { value: "tool", label: "Tools" },
              { value: "other", label: "その他の便利なもの" },
            ]}
          />
        </Field>
        <Field label="About" aside="12 / 500">
          <Textarea grow defaultValue="短い自己紹介" />
        </Field>
      </div>
      <div className="mt-5 grid gap-5 md:grid-cols-2">
        <Field label="Package">
          <FileDrop
            title="Drop a .gum file"
            hint="or click to choose, 10 MB at most"
            onFiles={() => undefined}
          />
        </Field>
        <Field label="Icon" error="This is not a picture.">
          <FileDrop title="Drop a picture" onFiles={() => undefined} />
        </Field>
      </div>
    </Section>
  );
}

function ChoicesSection() {
  const [tab, setTab] = useState<"posts" | "apps" | "likes">("posts");
  const [view, setView] = useState<"grid" | "list">("grid");
  const [hidden, setHidden] = useState(true);
  return (
    <Section title="Choices">
      <div className="grid gap-6 md:grid-cols-2">
        <div>
          <Checkbox label="I agree" hint="You can take it back." defaultChecked />
          <Checkbox label="Not yet" />
          <Checkbox label="Disabled" disabled />
          <Checkbox radio name="r" label="One" defaultChecked />
          <Checkbox radio name="r" label="Other" />
        </div>
        <div className="flex flex-col gap-3">
          <Switch
            label="Hide the dock"
            hint="It comes back near its edge."
            checked={hidden}
            onCheckedChange={setHidden}
          />
          <Switch label="Disabled" disabled checked={hidden} onCheckedChange={setHidden} />
          <SegmentedControl
            label="View"
            value={view}
            onValueChange={setView}
            segments={[
              { value: "grid", label: "Grid", icon: <LayoutGrid aria-hidden /> },
              { value: "list", label: "List", icon: <List aria-hidden /> },
            ]}
          />
        </div>
      </div>
      <Tabs
        label="Profile"
        className="mt-5"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: "posts", label: "Posts", count: 12 },
          { value: "apps", label: "Apps", count: 3 },
          { value: "likes", label: "Likes" },
        ]}
      >
        <p className="py-4 text-sm text-muted">The panel of {tab}.</p>
      </Tabs>
    </Section>
  );
}
