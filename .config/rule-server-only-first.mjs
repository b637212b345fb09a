/** Every file below lib/server begins with `import "server-only"`, so that a client bundle that reaches it does not build. */
export const serverOnlyFirst = {
  meta: {
    type: "problem",
    fixable: "code",
    schema: [],
    messages: { missing: 'A file below lib/server begins with `import "server-only";`.' },
  },
  create(context) {
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
