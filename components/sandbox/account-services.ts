import { api } from "@/lib/browser/api";
import { fetchMe } from "@/lib/account/queries";
import type { EgressResponse } from "@/lib/egress/contract";
import { appGrantsSchema } from "@/lib/permissions/contract";
import type { HostServices, Profile } from "@/lib/sandbox/host/host-calls";

/**
 * The services of the server for a signed-in user's apps.
 * @param runToken identifies the run to the egress proxy; the frame never sees it
 */
export function accountServices(appId: string, runToken: (() => Promise<string>) | undefined): HostServices {
  const path = `/apps/${appId}/permissions`;
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
      read: async () => appGrantsSchema.parse(await api(path)),
      write: async (change) => appGrantsSchema.parse(await api(path, { method: "PUT", body: change })),
    },
    profile: readProfile,
  };
}

async function readProfile(): Promise<Profile> {
  const { me } = await fetchMe();
  const picture = me.avatarUrl
    ? await fetch(me.avatarUrl).then(
        (response) => (response.ok ? response.blob() : null),
        () => null,
      )
    : null;
  return { name: me.displayName || me.username, picture };
}
