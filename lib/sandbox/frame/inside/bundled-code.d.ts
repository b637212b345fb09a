/** Bundled code as text; bin/build-frame.mjs provides these modules. */
declare module "gum:child-frame-prelude" {
  const code: string;
  export default code;
}
declare module "gum:worker-prelude" {
  const code: string;
  export default code;
}
