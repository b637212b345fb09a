"use client";

import {
  Bell,
  Bookmark,
  Compass,
  FlaskConical,
  FolderOpen,
  Keyboard,
  LayoutGrid,
  ListChecks,
  Monitor,
  Moon,
  PanelBottom,
  PanelLeft,
  PanelRight,
  PanelTop,
  PenLine,
  Plus,
  House,
  Search,
  Settings,
  SquareTerminal,
  Sun,
  UserRound,
  type LucideIcon,
} from "lucide-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { useTranslations } from "next-intl";
import { useCallback, useMemo } from "react";
import { AppIcon } from "@/components/ui/app-icon";
import { Avatar } from "@/components/ui/avatar";
import { leave } from "@/components/ui/leave";
import { api } from "@/lib/browser/api";
import { useDockStore } from "@/lib/dock/store";
import { orderedApps, type DockPosition } from "@/lib/dock/rules";
import { composeOwn } from "@/lib/posts/compose-store";
import type { SearchResults } from "@/lib/search/contract";
import { startProgress } from "../navigation-progress";
import { SHORTCUTS, type ShortcutId } from "@/lib/shell/shortcuts";
import { useShellUi } from "../shell-ui";
import { rankCommands, type PaletteCommand } from "./palette-commands";

const PAGES = [
  { key: "timeline", href: "/timeline", Icon: House, shortcut: "timeline" },
  { key: "store", href: "/apps", Icon: LayoutGrid, shortcut: "store" },
  { key: "appsList", href: "/apps-list", Icon: ListChecks, shortcut: "appsList" },
  { key: "addApp", href: "/add-app", Icon: Plus, shortcut: "creator" },
  { key: "notifications", href: "/notifications", Icon: Bell },
  { key: "profile", href: "/profile/me", Icon: UserRound },
  { key: "bookmarks", href: "/bookmarks", Icon: Bookmark },
  { key: "discover", href: "/discover", Icon: Compass },
  { key: "search", href: "/search", Icon: Search },
  { key: "localApps", href: "/local-apps", Icon: FolderOpen },
  { key: "playground", href: "/playground", Icon: FlaskConical },
  { key: "settings", href: "/settings", Icon: Settings, shortcut: "settings" },
] as const satisfies readonly { key: string; href: string; Icon: LucideIcon; shortcut?: ShortcutId }[];

const POSITIONS = [
  ["top", PanelTop],
  ["bottom", PanelBottom],
  ["left", PanelLeft],
  ["right", PanelRight],
] as const satisfies readonly [DockPosition, LucideIcon][];
const THEMES = [
  ["light", Sun],
  ["dark", Moon],
  ["system", Monitor],
] as const;

const RESULTS_PER_TYPE = 5;
const DEBOUNCE_MS = 160;

function capsOf(id: ShortcutId | undefined): readonly string[] | undefined {
  return SHORTCUTS.find((shortcut) => shortcut.id === id)?.bindings[0]?.caps;
}

interface PaletteResults {
  commands: PaletteCommand[];
  /** The default for Enter: never a search result, which could arrive just before the key press. */
  best: PaletteCommand | undefined;
  searching: boolean;
}

/** The built-in commands that match a query and, once the search returns, people and apps. */
export function usePaletteCommands(query: string): PaletteResults {
  const t = useTranslations("shell");
  const dockText = useTranslations("dock");
  const router = useRouter();
  const { setTheme } = useTheme();
  const dockedApps = useDockStore((dock) => dock.dockedApps);
  const appOrder = useDockStore((dock) => dock.appOrder);

  const go = useCallback(
    (href: string) => () =>
      leave(() => {
        startProgress(href);
        router.push(href);
      }),
    [router],
  );

  const builtIn = useMemo<PaletteCommand[]>(
    () => [
      ...orderedApps({ dockedApps, appOrder }).map((app): PaletteCommand => ({
        id: `run-${app.id}`,
        group: "apps",
        label: app.name,
        detail: t("palette.runApp"),
        icon: <AppIcon src={app.icon} px={24} className="size-6" eager />,
        run: go(`/apps/${app.id}/run`),
      })),
      ...PAGES.map((page): PaletteCommand => ({
        id: page.href,
        group: "pages",
        label: t(`palette.pages.${page.key}`),
        icon: <page.Icon aria-hidden />,
        caps: capsOf("shortcut" in page ? page.shortcut : undefined),
        run: go(page.href),
      })),
      ...THEMES.map(([theme, Icon]): PaletteCommand => ({
        id: `theme-${theme}`,
        group: "actions",
        label: t("palette.themeTo", { theme: t(`theme.${theme}`) }),
        icon: <Icon aria-hidden />,
        run: () => setTheme(theme),
      })),
      ...POSITIONS.map(([position, Icon]): PaletteCommand => ({
        id: `dock-${position}`,
        group: "actions",
        label: t("palette.dockTo", { position: dockText(`position.${position}`) }),
        icon: <Icon aria-hidden />,
        run: () => useDockStore.getState().setPosition(position),
      })),
      {
        id: "compose",
        group: "actions",
        label: t("compose"),
        icon: <PenLine aria-hidden />,
        caps: capsOf("compose"),
        run: composeOwn,
      },
      {
        id: "shortcuts",
        group: "actions",
        label: t("palette.showShortcuts"),
        icon: <Keyboard aria-hidden />,
        caps: capsOf("help"),
        run: () => useShellUi.setState({ shortcuts: true }),
      },
      {
        id: "terminal",
        group: "actions",
        label: t("terminal.title"),
        icon: <SquareTerminal aria-hidden />,
        caps: capsOf("terminal"),
        run: () => useShellUi.setState({ terminal: true }),
      },
    ],
    [t, dockText, go, setTheme, dockedApps, appOrder],
  );

  const text = query.trim();
  const found = useQuery({
    queryKey: ["palette", text],
    enabled: text.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS));
      signal.throwIfAborted();
      const search = <Type extends keyof SearchResults>(type: Type) =>
        api<SearchResults[Type]>("/v1/search", { query: { q: text, type, limit: RESULTS_PER_TYPE }, signal });
      const [users, apps] = await Promise.all([search("users"), search("apps")]);
      return { users: users.items, apps: apps.items };
    },
  });

  const ranked = rankCommands(builtIn, text);
  const best = ranked[0];
  if (!text) return { commands: ranked, best, searching: false };
  const docked = new Set(dockedApps.map((app) => app.id));
  const apps = (found.data?.apps ?? []).filter((app) => !docked.has(app.id));
  const results = [
    ...apps.map((app): PaletteCommand => ({
      id: `app-${app.id}`,
      group: "apps",
      label: app.name,
      detail: `@${app.owner.username}`,
      icon: <AppIcon src={app.iconUrl} px={24} className="size-6" eager />,
      run: go(`/apps/${app.id}/run`),
    })),
    ...(found.data?.users ?? []).map((user): PaletteCommand => ({
      id: `user-${user.id}`,
      group: "people",
      label: user.displayName,
      detail: `@${user.username}`,
      icon: <Avatar id={user.id} name={user.displayName} src={user.avatarUrl} size="xs" />,
      run: go(`/profile/${user.id}`),
    })),
  ];
  return {
    best,
    searching: found.isFetching,
    commands: [
      ...ranked,
      // Until new results arrive, the previous ones stay if they still match.
      ...(found.isPlaceholderData ? rankCommands(results, text) : results),
      {
        id: "all-results",
        group: "actions",
        label: t("palette.allResults", { query: text }),
        icon: <Search aria-hidden />,
        run: go(`/search?q=${encodeURIComponent(text)}`),
      },
    ],
  };
}
