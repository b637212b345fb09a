import nextCoreWebVitals from "eslint-config-next/core-web-vitals";
import nextTypescript from "eslint-config-next/typescript";
import checkFile from "eslint-plugin-check-file";
import { oneWay } from "./rule-one-way.mjs";
import { serverOnlyFirst } from "./rule-server-only-first.mjs";
import { testsAssert } from "./rule-tests-assert.mjs";

const CODE = ["**/*.{ts,tsx,mjs}"];
const TESTS = ["**/*.test.{ts,tsx,mjs}"];

/** Of React's rules those of the compiler, which reads every component for them: most of the time of a run. */
const OF_COMPILER = Object.fromEntries(
  nextCoreWebVitals
    .flatMap(({ rules = {} }) => Object.keys(rules))
    .filter((name) => /^react-hooks\/(?!rules-of-hooks|exhaustive-deps)/.test(name))
    .map((name) => [name, "off"]),
);

const config = [
  {
    ignores: [
      "node_modules/**",
      ".next/**",
      "var/**",
      "test-results/**",
      "lib/db/generated/**",
      "lib/sandbox/generated/**",
      "public/docs/gum.mjs",
      "next-env.d.ts",
      // Apps for the frame: plain pages with scripts.
      "examples/**",
      // Static files.
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
      // The server uses its logger; the browser may warn developers.
      "no-console": ["error", { allow: ["warn", "error"] }],
      // A session begins and ends with a page load, so that nothing of the previous session stays in memory.
      "@next/next/no-location-assign-relative-destination": "off",
      // Our own store serves pictures re-encoded and sized; an image optimizer would add nothing.
      "@next/next/no-img-element": "off",
      // Rules of the React compiler, which the product is not built with: they refuse handlers and lazy components that are correct without it.
      "react-hooks/static-components": "off",
      "react-hooks/refs": "off",
    },
  },
  // `npm run test:full` has them, and knows which of their exceptions are still needed.
  ...(process.env.TEST_FULL
    ? []
    : [{ files: CODE, rules: OF_COMPILER, linterOptions: { reportUnusedDisableDirectives: "off" } }]),
  { files: ["bin/**", "tests/**", "prisma/**", ".config/**", "**/*.test.*"], rules: { "no-console": "off" } },
  { files: [...TESTS, "**/*.spec.ts"], rules: { "local/tests-assert": "error" } },
  {
    files: ["*.ts", "{app,components,lib}/**/*.{ts,tsx}"],
    ignores: [...TESTS, "**/*.d.ts"],
    rules: { "local/one-way": "error", "local/server-only-first": "error" },
  },
];

export default config;
