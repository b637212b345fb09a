const CODE = /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i;

/** Whether what stands in a `<script>` of this `type` is run: its code, not data, a template or an import map. */
export function isScriptType(type: string): boolean {
  return CODE.test(type.trim());
}
