import { api } from "@/lib/browser/api";
import { fetchMe } from "@/lib/account/queries";
import type { EgressResponse } from "@/lib/egress/contract";
import { appGrantsSchema } from "@/lib/permissions/contract";
import type { HostServices, Profile } from "@/lib/sandbox/host/host-calls";
import { scoreService } from "./app-scores";

const OTHER_ACCOUNT = "Somebody else is signed in now.";

/**
 * The services of the server for a signed-in user's apps.
 * Another tab may sign in somebody else meanwhile: nothing is written for or read from their account.
 * @param runToken identifies the run to the egress proxy; the frame never sees it
 */
export function accountServices(
  app: { id: string; version: string },
  runToken: (() => Promise<string>) | undefined,
): HostServices {
  const path = `/apps/${app.id}/permissions`;
  let owner: string | undefined;
  const parse = (answer: unknown) => {
    const { userId, ...grants } = appGrantsSchema.parse(answer);
    owner ??= userId;
    if (owner !== userId) throw new Error(OTHER_ACCOUNT);
    return grants;
  };
  return {
    egress: runToken
      ? async (call, signal) =>
          api<EgressResponse>("/egress", {
            method: "POST",
            body: { ...call, type: "egress", runToken: await runToken() },
            signal,
          })
      : null,
    permissions: {
      read: async () => parse(await api(path)),
      write: async (change) => parse(await api(path, { method: "PUT", body: { ...change, userId: owner } })),
    },
    profile: () => readProfile(owner),
    scores: runToken ? scoreService(app, runToken) : null,
  };
}

async function readProfile(owner: string | undefined): Promise<Profile> {
  const { me } = await fetchMe();
  if (owner !== undefined && me.id !== owner) throw new Error(OTHER_ACCOUNT);
  const picture = me.avatarUrl
    ? await fetch(me.avatarUrl).then(
        (response) => (response.ok ? response.blob() : null),
        () => null,
      )
    : null;
  return { name: me.displayName || me.username, picture };
}
