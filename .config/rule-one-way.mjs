import path from "node:path";
import { MAY_IMPORT, READS, ROLES, SHARED_FOLDERS } from "./layers.mjs";

const ROOT = path.resolve(import.meta.dirname, "..");

/**
 * What a file is, by its path from the root of the project, with or without its ending.
 * @returns {{ role: string, feature?: string } | null} null outside app, components and lib
 */
export function kindOf(file) {
  const [top, folder, ...rest] = file.split("/");
  if (!folder) return { role: "." };
  if (top === "app") return { role: folder === "sandbox" ? "app/sandbox" : "app" };
  if (top === "components") {
    const own = `components/${folder}`;
    return { role: own in MAY_IMPORT ? own : "components", feature: own };
  }
  if (top !== "lib" || rest.length === 0) return null;
  const name = rest.at(-1).replace(/\.(d\.)?(tsx?|mjs|json)$/, "");
  if (folder === "config") return { role: name.endsWith(".server") ? "lib/config/server" : "lib/config" };
  if (folder === "sandbox") return { role: `lib/sandbox/${rest[0]}` };
  if (SHARED_FOLDERS.includes(folder)) return { role: `lib/${folder}` };
  return { role: ROLES.find(([, ending]) => ending.test(name))?.[0] ?? "rules", feature: folder };
}

function allows(from, to) {
  const may = MAY_IMPORT[from.role];
  if (from.role === to.role && from.feature === to.feature) return true;
  if (may.includes(to.role)) return true;
  // Components of the features are one role in the table, and meet in app/ only.
  if (to.role.startsWith("components")) return may.includes("components");
  if (from.feature && from.feature === to.feature && may.includes(`own:${to.role}`)) return true;
  return (
    to.role === "repository" && may.includes("own:repository") && READS[from.feature]?.includes(to.feature)
  );
}

const said = ({ role, feature }) => (feature && !role.includes("/") ? `${feature}'s ${role}` : role);

export const oneWay = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      refused: "{{from}} may not import {{to}}: see .config/layers.mjs.",
      unknown: "lib has folders only; this file belongs into one.",
    },
  },
  create(context) {
    const file = path.relative(ROOT, context.filename);
    const from = kindOf(file);
    if (!from) return { Program: (node) => void context.report({ node, messageId: "unknown" }) };
    const check = (node) => {
      const source = node.source?.value;
      if (typeof source !== "string" || !/^(@\/|\.)/.test(source)) return;
      const target = source.startsWith("@/") ? source.slice(2) : path.join(path.dirname(file), source);
      const to = kindOf(target);
      // Styles and texts are data.
      if (!to || /\.(css|json)$/.test(target) || allows(from, to)) return;
      context.report({ node, messageId: "refused", data: { from: said(from), to: said(to) } });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};
