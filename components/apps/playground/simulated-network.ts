import { create } from "zustand";
import type { AppFrameEvent, TrialNetwork } from "@/components/sandbox/app-frame-types";
import { ApiError } from "@/lib/browser/api";
import {
  checkTarget,
  EGRESS_METHODS,
  REFUSALS,
  responseHeaders,
  type EgressRefusal,
} from "@/lib/egress/rules";
import { fromBase64 } from "@/lib/projects/base64";
import { contentOf, findAnswer, readAnswers } from "./network-answers";
import type { Project } from "./project";
import { refusedRequest } from "./refused-requests";

export const CONDITIONS = ["online", "slow", "offline"] as const;
export type Condition = (typeof CONDITIONS)[number];

const SLOW_LATENCY_MS = 1_500;
const SLOW_BYTES_PER_MS = 50;
const ENTRIES_MAX = 200;

/** A request that the app has made. */
export type NetworkEntry = {
  id: number;
  /** The person in whose pane it was, if there are several. */
  by: string | undefined;
  /** Empty where the frame does not tell. */
  method: string;
  url: string;
  headers: readonly (readonly [string, string])[];
  body: string | null;
  outcome: "pending" | "answered" | "unanswered" | "offline" | "refused" | "missing" | "dropped";
  /** Why it was refused. */
  reason?: string;
  response?: { status: number; headers: [string, string][]; body: string };
  ms?: number;
};

type Call = Parameters<TrialNetwork["send"]>[0];
type Grants = { hosts: string[]; profile: boolean };

interface SimulatedNetworkState {
  project: Project;
  condition: Condition;
  entries: readonly NetworkEntry[];
  /** What the app was allowed; outlives its runs, not the project's tab. */
  grants: Grants;
}

const initial = (): SimulatedNetworkState => ({
  project: new Map(),
  condition: "online",
  entries: [],
  grants: { hosts: [], profile: false },
});

/** The network of the playground's app. Nothing is sent: answers come from the project. */
export const useSimulatedNetwork = create<SimulatedNetworkState>(initial);

const { getState, setState } = useSimulatedNetwork;

/** For another project. */
export const resetNetwork = () => setState(({ project }) => ({ ...initial(), project }));
export const clearEntries = () => setState({ entries: [] });

let nextId = 0;

function add(entry: NetworkEntry): void {
  setState(({ entries }) => ({ entries: [...entries.slice(1 - ENTRIES_MAX), entry] }));
}

type Line = Extract<AppFrameEvent, { type: "console" }>;

/** Notes a request beside `gum.fetch`, which the frame refused, if that is what the line of its console says. */
export function noteRefused({ text, tree }: Line, by: string | undefined): void {
  const [root = -1] = tree?.roots ?? [];
  const request = refusedRequest(tree?.nodes[root]?.text ?? text);
  if (request) add({ id: nextId++, by, method: "", headers: [], body: null, ...request });
}

/** The network as one person's app has it. */
export function networkFor({
  hosts,
  isOnline,
  by,
}: {
  /** Of the manifest. */
  hosts: readonly string[];
  isOnline: () => boolean;
  by: string | undefined;
}): TrialNetwork {
  return {
    permissions: {
      read: async () => getState().grants,
      write: async (change) => {
        setState(({ grants }) => ({ grants: { ...grants, ...change } }));
        return getState().grants;
      },
    },
    send: async (call, signal) => {
      const { req_id, method, url, headers, body } = call;
      const isText = body === null || call.bodyEncoding === "text";
      const sent = isText ? body : new TextDecoder().decode(fromBase64(body));
      const entry: NetworkEntry = { id: nextId++, by, method, url, headers, body: sent, outcome: "pending" };
      add(entry);
      const since = performance.now();
      const settle = (change: Partial<NetworkEntry>) => {
        const ms = Math.round(performance.now() - since);
        setState(({ entries }) => ({
          entries: entries.map((each) => (each.id === entry.id ? { ...each, ...change, ms } : each)),
        }));
      };
      try {
        const { outcome, response } = await answer(call, { hosts, isOnline, signal });
        settle({ outcome, response: response ?? undefined });
        if (response) return { req_id, statusText: "", bodyEncoding: "text", error: null, ...response };
      } catch (error) {
        if (error instanceof ApiError) settle({ outcome: "refused", reason: error.message });
        else settle({ outcome: "dropped" });
        throw error;
      }
      throw new TypeError("The network cannot be reached.");
    },
  };
}

type Outcome = { outcome: NetworkEntry["outcome"]; response: NonNullable<NetworkEntry["response"]> | null };

/** Refuses as the server does. @throws ApiError */
async function answer(
  { method, url, body }: Call,
  context: { hosts: readonly string[]; isOnline: () => boolean; signal: AbortSignal },
): Promise<Outcome> {
  const { condition, grants, project } = getState();
  if (condition === "offline" || !context.isOnline()) return { outcome: "offline", response: null };
  const target = checkTarget(url, context.hosts);
  if (typeof target === "string") throw refused(target);
  if (!(EGRESS_METHODS as readonly string[]).includes(method.toUpperCase())) throw refused("bad_method");
  if (!grants.hosts.includes(target.host))
    throw new ApiError({
      code: "consent_required",
      status: 403,
      message: "The person has not allowed this app to reach that host.",
    });
  const found = findAnswer(readAnswers(project).answers, method, target.url.href, url);
  if (!found) return { outcome: "unanswered", response: null };
  const content = contentOf(found);
  const bytes = content.body.length + (body?.length ?? 0);
  const slow = condition === "slow" ? SLOW_LATENCY_MS + bytes / SLOW_BYTES_PER_MS : 0;
  await pause(found.delay + slow, context.signal);
  const headers = responseHeaders(content.headers);
  return { outcome: "answered", response: { status: found.status, headers, body: content.body } };
}

function refused(reason: EgressRefusal): ApiError {
  return new ApiError({ code: "egress_refused", status: 403, message: REFUSALS[reason] });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms === 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("The app gave up.", "AbortError"));
    });
  });
}
