/** A cycle of imports fails the tests. Type-only imports vanish before anything runs and may point both ways. */
const config = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "Two modules that need each other are one module, or a third is missing between them.",
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
