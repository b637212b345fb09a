/** The bundled worker prelude as text; bin/build-frame.mjs provides it. */
declare module "gum:worker-prelude" {
  const code: string;
  export default code;
}
