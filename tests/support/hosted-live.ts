import { randomBytes } from "node:crypto";
import { createClient, type RealtimeChannel, type SupabaseClient } from "@supabase/supabase-js";
import { WebSocket } from "ws";
import { hostedAccessToken, hostedOf, type HostedPerson } from "./hosted";

/** How long a client waits for a reply: it only ends what hangs, where ten seconds are too few on a busy machine. */
const ANSWER_MS = 60_000;

const open: SupabaseClient[] = [];

/** Ends the channels of all clients that `live` has made. */
export async function leaveAll(): Promise<void> {
  await Promise.all(open.splice(0).map((client) => client.removeAllChannels()));
}

/** A client of its own with a websocket of a protocol version, and the person's token or another. */
export async function live(
  server: { url: string },
  person: HostedPerson | null,
  token?: string,
  vsn: "1.0.0" | "2.0.0" = "2.0.0",
): Promise<SupabaseClient> {
  const { url, publicKey } = await hostedOf(server);
  const given = token ?? (person && (await hostedAccessToken(person)));
  const client = createClient(url, publicKey, {
    ...(given && { accessToken: () => Promise.resolve(given) }),
    realtime: { transport: WebSocket as never, vsn, timeout: ANSWER_MS },
    ...(!given && { auth: { autoRefreshToken: false, persistSession: false } }),
  });
  open.push(client);
  return client;
}

/** Joins. @returns "SUBSCRIBED", or why not */
export const subscribe = (channel: RealtimeChannel): Promise<string> =>
  new Promise((resolve) => {
    channel.subscribe((status, error) => {
      if (status !== "CLOSED") resolve(status === "SUBSCRIBED" ? status : (error?.message ?? status));
    });
  });

export type Change = {
  eventType: string;
  table: string;
  new: Record<string, unknown>;
  old: Record<string, unknown>;
};

type Filter = { table: string; filter?: string; schema?: string };

/** The changes that a subscription receives. */
export async function changes(client: SupabaseClient, filter: Filter) {
  const received: Change[] = [];
  const channel = client
    .channel(randomBytes(4).toString("hex"))
    .on<Record<string, unknown>>(
      "postgres_changes",
      { event: "*", schema: "public", ...filter },
      ({ eventType, table, new: row, old }) => received.push({ eventType, table, new: row, old }),
    );
  return { received, status: await subscribe(channel) };
}
