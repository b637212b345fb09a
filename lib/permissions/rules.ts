/**
 * The capabilities that people are told about. The others of a manifest (eval, wasm, workers, inline-events) change
 * how an app is built, not what it can do to anybody; "network" is told by its hosts.
 */
const DISCLOSED_CAPABILITIES = ["compose", "clipboard", "fullscreen", "profile"] as const;
export type DisclosedCapability = (typeof DISCLOSED_CAPABILITIES)[number];

/** What a manifest asks for, as far as people are told. */
export type AsksFor = {
  required_capabilities: { name: string; reason: string }[];
  network?: { hosts: string[]; reason: string } | undefined;
};

export type Permission =
  | { kind: "capability"; name: DisclosedCapability; reason: string }
  | { kind: "hosts"; hosts: string[]; reason: string };

/** What an app may do, for people: capabilities that mean something to them, and the hosts it asks. */
export function permissionsOf(manifest: AsksFor): Permission[] {
  const capabilities = manifest.required_capabilities.flatMap(({ name, reason }): Permission[] =>
    isTold(name) ? [{ kind: "capability", name, reason }] : [],
  );
  const { network } = manifest;
  return network && network.hosts.length > 0
    ? [...capabilities, { kind: "hosts", hosts: network.hosts, reason: network.reason }]
    : capabilities;
}

function isTold(name: string): name is DisclosedCapability {
  return (DISCLOSED_CAPABILITIES as readonly string[]).includes(name);
}

export type PermissionChange = { capabilities: DisclosedCapability[]; hosts: string[] };

/** What a newer version may do that the older one could not; null where nothing was added. */
export function addedPermissions(before: AsksFor, after: AsksFor): PermissionChange | null {
  const had = namesOf(before);
  const has = namesOf(after);
  const capabilities = has.capabilities.filter((name) => !had.capabilities.includes(name));
  const hosts = has.hosts.filter((host) => !had.hosts.includes(host));
  return capabilities.length + hosts.length > 0 ? { capabilities, hosts } : null;
}

function namesOf(manifest: AsksFor): PermissionChange {
  const permissions = permissionsOf(manifest);
  return {
    capabilities: permissions.flatMap((one) => (one.kind === "capability" ? [one.name] : [])),
    hosts: permissions.flatMap((one) => (one.kind === "hosts" ? one.hosts : [])),
  };
}
