declare module "gum:quickjs-prelude" {
  const code: string;
  export default code;
}
declare module "gum:quickjs-worker" {
  const code: string;
  export default code;
}
