import path from "node:path";
import { SERVER_ONLY } from "./layers.mjs";
import { kindOf } from "./rule-one-way.mjs";

const ROOT = path.resolve(import.meta.dirname, "..");

/** Every file of a server role begins with `import "server-only"`, so that the build fails if a client bundle includes it. */
export const serverOnlyFirst = {
  meta: {
    type: "problem",
    fixable: "code",
    schema: [],
    messages: { missing: 'A server file begins with `import "server-only";`.' },
  },
  create(context) {
    if (!SERVER_ONLY.includes(kindOf(path.relative(ROOT, context.filename))?.role)) return {};
    return {
      Program(node) {
        const first = node.body[0];
        if (first?.type === "ImportDeclaration" && first.source.value === "server-only") return;
        context.report({
          node: first ?? node,
          messageId: "missing",
          fix: (fixer) => fixer.insertTextBeforeRange([0, 0], 'import "server-only";\n'),
        });
      },
    };
  },
};
