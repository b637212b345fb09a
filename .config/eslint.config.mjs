import nextCoreWebVitals from "eslint-config-next/core-web-vitals";
import nextTypescript from "eslint-config-next/typescript";
import checkFile from "eslint-plugin-check-file";
import { oneWay } from "./rule-one-way.mjs";
import { serverOnlyFirst } from "./rule-server-only-first.mjs";
import { testsAssert } from "./rule-tests-assert.mjs";

const CODE = ["**/*.{ts,tsx,mjs}"];
const TESTS = ["**/*.test.{ts,tsx,mjs}"];

const config = [
  {
    ignores: [
      "node_modules/**",
      ".next/**",
      "var/**",
      "test-results/**",
      "lib/db/generated/**",
      "lib/sandbox/generated/**",
      "next-env.d.ts",
      // Small apps for the frame: plain browser scripts with a page around them.
      "examples/**",
      // What people download as it is.
      "public/**",
    ],
  },
  ...nextCoreWebVitals,
  ...nextTypescript,
  {
    files: CODE,
    plugins: {
      "check-file": checkFile,
      local: {
        rules: { "one-way": oneWay, "server-only-first": serverOnlyFirst, "tests-assert": testsAssert },
      },
    },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "check-file/filename-naming-convention": [
        "error",
        { "**/*.{ts,tsx,mjs}": "KEBAB_CASE" },
        { ignoreMiddleExtensions: true },
      ],
      "max-lines": ["error", { max: 400 }],
      eqeqeq: ["error", "always", { null: "ignore" }],
      // The server writes through its logger; in the browser a warning for developers is fine, chatter is not.
      "no-console": ["error", { allow: ["warn", "error"] }],
      // A page load is meant where a session begins or ends: nothing of the other session may stay in memory.
      "@next/next/no-location-assign-relative-destination": "off",
      // Pictures come re-encoded and sized from our own store; an optimiser in between would only add a hop.
      "@next/next/no-img-element": "off",
      // Conditions of the React compiler, which is not used: both refuse handlers and lazily loaded parts that are sound without it.
      "react-hooks/static-components": "off",
      "react-hooks/refs": "off",
    },
  },
  { files: ["bin/**", "tests/**", "prisma/**", ".config/**", "**/*.test.*"], rules: { "no-console": "off" } },
  { files: [...TESTS, "**/*.spec.ts"], rules: { "local/tests-assert": "error" } },
  {
    files: ["*.ts", "{app,components,lib}/**/*.{ts,tsx}"],
    ignores: [...TESTS, "**/*.d.ts"],
    rules: { "local/one-way": "error", "local/server-only-first": "error" },
  },
];

export default config;
