import "server-only";
import { BlockList, isIP } from "node:net";

/**
 * Which network addresses are on the public internet. Every range reserved by IANA's special-purpose registries
 * (iana-ipv4-special-registry, iana-ipv6-special-registry) is refused: an app must not reach this machine, its network or
 * its cloud's metadata service, not even through a translated or tunnelled address.
 */
const reserved = new BlockList();

for (const [address, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // Azure's host agent, in every virtual machine.
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const) {
  reserved.addSubnet(address, prefix, "ipv4");
}

for (const [address, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
] as const) {
  reserved.addSubnet(address, prefix, "ipv6");
}

const global6 = new BlockList();
global6.addSubnet("2000::", 3, "ipv6");

/**
 * Whether `address`, an IPv4 or IPv6 address from DNS, is on the public internet. IPv6 outside 2000::/3 is not, which
 * excludes loopback, unique-local, link-local, multicast, IPv4-mapped and NAT64 addresses.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !reserved.check(address, "ipv4");
  if (family === 6) return global6.check(address, "ipv6") && !reserved.check(address, "ipv6");
  return false;
}
