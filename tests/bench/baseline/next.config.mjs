import path from "node:path";

/** As Next makes an application, but for the header that the product leaves out too. */
const config = {
  poweredByHeader: false,
  serverExternalPackages: ["pg"],
  turbopack: { root: path.resolve(import.meta.dirname, "../../..") },
};

export default config;
