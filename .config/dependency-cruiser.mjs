/** An import cycle fails the tests. Type-only imports are erased and may point both ways. */
const config = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "Merge the two modules, or move what both need into a third.",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(node_modules|^lib/db/generated|^lib/sandbox/generated|^\\.next|^var)" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
      exportsFields: ["exports"],
    },
  },
};

export default config;
