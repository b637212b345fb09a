import type { Manifest } from "./manifest-contract";

/**
 * Frame features that code needs and that open no way out of the sandbox, so they need no consent. They are
 * detected when an app is packed, or reported to its maker during a run. `inline-events`: also handlers that
 * the app builds while it runs, which have no hash.
 */
export const FRAME_ALLOWANCES = ["eval", "inline-events"] as const;
export type FrameAllowance = (typeof FRAME_ALLOWANCES)[number];

type Allowing = Pick<Manifest, "required_capabilities" | "metadata">;

/** The allowances that a manifest gives. */
export function allowancesOf({ required_capabilities, metadata }: Allowing): FrameAllowance[] {
  return FRAME_ALLOWANCES.filter((allowance) =>
    allowance === "inline-events"
      ? metadata.inline_events?.at_run_time === true
      : required_capabilities.some(({ name }) => name === allowance),
  );
}

/** The manifest with more of them. */
export function withAllowances<M extends Allowing>(manifest: M, more: readonly FrameAllowance[]): M {
  const names = manifest.required_capabilities.map(({ name }) => name);
  const missing = more.filter((name) => !names.includes(name)).map((name) => ({ name, reason: "" }));
  const events = manifest.metadata.inline_events ?? { allowed_attr_hashes: [] };
  return {
    ...manifest,
    required_capabilities: [...manifest.required_capabilities, ...missing],
    metadata: more.includes("inline-events")
      ? { ...manifest.metadata, inline_events: { ...events, at_run_time: true } }
      : manifest.metadata,
  };
}
