import type { LocalizedText } from "@/lib/shared/localized-text";

/**
 * The capabilities shown to users. The others (eval, wasm, workers, inline-events) change how an app is built, not what
 * it can do to anyone; "network" is shown by its hosts.
 */
const DISCLOSED_CAPABILITIES = ["compose", "clipboard", "fullscreen", "profile", "shortcuts"] as const;
export type DisclosedCapability = (typeof DISCLOSED_CAPABILITIES)[number];

type RequestedPermissions = {
  required_capabilities: { name: string; reason: LocalizedText }[];
  network?: { hosts: string[]; reason: LocalizedText } | undefined;
};

export type Permission =
  | { kind: "capability"; name: DisclosedCapability; reason: LocalizedText }
  | { kind: "hosts"; hosts: string[]; reason: LocalizedText };

/** Lists what to show users of an app's permissions: the disclosed capabilities and the hosts. */
export function permissionsOf(manifest: RequestedPermissions): Permission[] {
  const capabilities = manifest.required_capabilities.flatMap(({ name, reason }): Permission[] =>
    isDisclosed(name) ? [{ kind: "capability", name, reason }] : [],
  );
  const { network } = manifest;
  return network && network.hosts.length > 0
    ? [...capabilities, { kind: "hosts", hosts: network.hosts, reason: network.reason }]
    : capabilities;
}

function isDisclosed(name: string): name is DisclosedCapability {
  return (DISCLOSED_CAPABILITIES as readonly string[]).includes(name);
}

export type PermissionChange = { capabilities: DisclosedCapability[]; hosts: string[] };

/** Returns what a newer version may do and the older one could not, or null if nothing was added. */
export function addedPermissions(
  before: RequestedPermissions,
  after: RequestedPermissions,
): PermissionChange | null {
  const had = namesOf(before);
  const has = namesOf(after);
  const capabilities = has.capabilities.filter((name) => !had.capabilities.includes(name));
  const hosts = has.hosts.filter((host) => !had.hosts.includes(host));
  return capabilities.length + hosts.length > 0 ? { capabilities, hosts } : null;
}

function namesOf(manifest: RequestedPermissions): PermissionChange {
  const permissions = permissionsOf(manifest);
  return {
    capabilities: permissions.flatMap((permission) =>
      permission.kind === "capability" ? [permission.name] : [],
    ),
    hosts: permissions.flatMap((permission) => (permission.kind === "hosts" ? permission.hosts : [])),
  };
}
