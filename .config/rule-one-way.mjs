import path from "node:path";
import { MAY_IMPORT, READS, ROLES, SHARED_FOLDERS } from "./layers.mjs";

const ROOT = path.resolve(import.meta.dirname, "..");

/**
 * The role and feature of a file, by its path from the root of the project, with or without extension.
 * @returns {{ role: string, feature?: string } | null} null outside app, components and lib
 */
export function kindOf(file) {
  const [top, folder, ...rest] = file.split("/");
  if (!folder) return { role: "." };
  if (top === "app") return { role: folder === "sandbox" ? "app/sandbox" : "app" };
  if (top === "components") {
    const role = `components/${folder}`;
    return { role: role in MAY_IMPORT ? role : "components", feature: role };
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
  // The table has one role for the components of all features, which meet in app/ only.
  if (to.role.startsWith("components")) return may.includes("components");
  if (from.feature && from.feature === to.feature && may.includes(`own:${to.role}`)) return true;
  return (
    to.role === "repository" && may.includes("own:repository") && READS[from.feature]?.includes(to.feature)
  );
}

const describe = ({ role, feature }) => (feature && !role.includes("/") ? `${feature}'s ${role}` : role);

export const oneWay = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      refused: "{{from}} may not import {{to}}: see .config/layers.mjs.",
      unknown: "Files belong into a folder of lib.",
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
      // Styles and messages are data.
      if (!to || /\.(css|json)$/.test(target) || allows(from, to)) return;
      context.report({ node, messageId: "refused", data: { from: describe(from), to: describe(to) } });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};
