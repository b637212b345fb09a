/** Maps paths to route patterns, for metrics: their number is bounded by the code, whatever paths people request. */
type Node = { literal: Map<string, Node>; param?: Node; rest?: string; route?: string };

const newNode = (): Node => ({ literal: new Map() });

/** Labels for what is not a route: build assets, and everything else. */
const ASSETS = "/_next/*";
const OTHER = "other";

/**
 * The route of a file in the app folder, without route groups.
 * @returns null for files that are not routes
 */
export function routeOfFile(file: string): string | null {
  const parts = file.split(/[\\/]/);
  if (!/^(page\.tsx|route\.ts)$/.test(parts.pop()!)) return null;
  return `/${parts.filter((part) => !part.startsWith("(")).join("/")}`;
}

/** @param routes such as `/posts/[id]`, `/files/[...key]`, `/run/[[...path]]` */
export function createRouteLabels(routes: string[]): (path: string) => string {
  const root = newNode();
  for (const route of routes) {
    let node = root;
    const parts = route.split("/").filter(Boolean);
    for (const part of parts) {
      if (part.startsWith("[[...")) node.route = route;
      if (/^\[\[?\.\.\./.test(part)) node.rest = route;
      else if (part.startsWith("[")) node = node.param ??= newNode();
      else {
        const next = node.literal.get(part) ?? newNode();
        node.literal.set(part, next);
        node = next;
      }
      if (node.rest === route) break;
    }
    if (node.rest !== route) node.route = route;
  }
  return (path) => {
    if (path.startsWith("/_next/")) return ASSETS;
    return find(root, path.split("/").filter(Boolean)) ?? OTHER;
  };
}

/** Static segments before parameters before catch-alls, as in Next. */
function find(node: Node, [part, ...others]: string[]): string | undefined {
  if (part === undefined) return node.route;
  const named = node.literal.get(part);
  return (
    (named && find(named, others)) ?? (node.param && find(node.param, others)) ?? (node.rest || undefined)
  );
}
