import enCommon from "./messages/en/common.json";
import enDock from "./messages/en/dock.json";
import enShell from "./messages/en/shell.json";
import enAuth from "./messages/en/auth.json";
import enOnboarding from "./messages/en/onboarding.json";
import enTimeline from "./messages/en/timeline.json";
import enProfile from "./messages/en/profile.json";
import enApps from "./messages/en/apps.json";
import enSandbox from "./messages/en/sandbox.json";
import enSettings from "./messages/en/settings.json";
import enSearch from "./messages/en/search.json";
import enModeration from "./messages/en/moderation.json";
import enNotifications from "./messages/en/notifications.json";
import enErrors from "./messages/en/errors.json";
import enPackage from "./messages/en/package.json";
import enPlayground from "./messages/en/playground.json";
import enFailure from "./messages/en/failure.json";
import enGuest from "./messages/en/guest.json";
import enInstance from "./messages/en/instance.json";
import enArchive from "./messages/en/archive.json";
import enReactions from "./messages/en/reactions.json";
import enReviews from "./messages/en/reviews.json";
import enCollections from "./messages/en/collections.json";
import enStatistics from "./messages/en/statistics.json";
import jaCommon from "./messages/ja/common.json";
import jaDock from "./messages/ja/dock.json";
import jaShell from "./messages/ja/shell.json";
import jaAuth from "./messages/ja/auth.json";
import jaOnboarding from "./messages/ja/onboarding.json";
import jaTimeline from "./messages/ja/timeline.json";
import jaProfile from "./messages/ja/profile.json";
import jaApps from "./messages/ja/apps.json";
import jaSandbox from "./messages/ja/sandbox.json";
import jaSettings from "./messages/ja/settings.json";
import jaSearch from "./messages/ja/search.json";
import jaModeration from "./messages/ja/moderation.json";
import jaNotifications from "./messages/ja/notifications.json";
import jaErrors from "./messages/ja/errors.json";
import jaPackage from "./messages/ja/package.json";
import jaPlayground from "./messages/ja/playground.json";
import jaFailure from "./messages/ja/failure.json";
import jaGuest from "./messages/ja/guest.json";
import jaInstance from "./messages/ja/instance.json";
import jaArchive from "./messages/ja/archive.json";
import jaReactions from "./messages/ja/reactions.json";
import jaReviews from "./messages/ja/reviews.json";
import jaCollections from "./messages/ja/collections.json";
import jaStatistics from "./messages/ja/statistics.json";
import baseOverrides from "./messages/base.json";
import { ERROR_MESSAGE } from "@/lib/shared/errors";
import type { Catalogue } from "./locales";

const en = {
  common: enCommon,
  dock: enDock,
  shell: enShell,
  auth: enAuth,
  onboarding: enOnboarding,
  timeline: enTimeline,
  profile: enProfile,
  apps: enApps,
  sandbox: enSandbox,
  settings: enSettings,
  search: enSearch,
  moderation: enModeration,
  notifications: enNotifications,
  errors: { ...enErrors, codes: ERROR_MESSAGE },
  failure: enFailure,
  guest: enGuest,
  instance: enInstance,
  archive: enArchive,
  package: enPackage,
  reactions: enReactions,
  reviews: enReviews,
  collections: enCollections,
  statistics: enStatistics,
  playground: enPlayground,
};

const ja = {
  common: jaCommon,
  dock: jaDock,
  shell: jaShell,
  auth: jaAuth,
  onboarding: jaOnboarding,
  timeline: jaTimeline,
  profile: jaProfile,
  apps: jaApps,
  sandbox: jaSandbox,
  settings: jaSettings,
  search: jaSearch,
  moderation: jaModeration,
  notifications: jaNotifications,
  errors: jaErrors,
  failure: jaFailure,
  guest: jaGuest,
  instance: jaInstance,
  archive: jaArchive,
  package: jaPackage,
  reactions: jaReactions,
  reviews: jaReviews,
  collections: jaCollections,
  statistics: jaStatistics,
  playground: jaPlayground,
} satisfies { [namespace in keyof typeof en]: object };

export type Messages = typeof en;
export type Namespace = keyof Messages;

type Tree = { [key: string]: string | Tree };

/** The build compiles a message with arguments to an array, which is not a group. */
function isGroup(value: unknown): value is Tree {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function merge(over: Tree, base: Tree): Tree {
  const result: Tree = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const fallback = result[key];
    result[key] = isGroup(value) && isGroup(fallback) ? merge(value, fallback) : value;
  }
  return result;
}

const catalogues: Record<Catalogue, Tree> = {
  base: merge(baseOverrides as Tree, en as Tree),
  en: en as Tree,
  // English is the fallback; a test checks that no text needs it.
  ja: merge(ja as Tree, en as Tree),
};

export function messagesFor(catalogue: Catalogue): Messages {
  return catalogues[catalogue] as Messages;
}

const serialized = new WeakMap<Partial<Messages>, Map<string, string>>();

/** The namespaces of a request's messages that client components need, as JSON. */
export function messagesJson(messages: Partial<Messages>, namespaces: readonly Namespace[]): string {
  const known = serialized.get(messages) ?? new Map<string, string>();
  serialized.set(messages, known);
  const key = namespaces.join();
  const json =
    known.get(key) ?? JSON.stringify(Object.fromEntries(namespaces.map((name) => [name, messages[name]])));
  known.set(key, json);
  return json;
}
