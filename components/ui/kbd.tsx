import { Fragment } from "react";

/** The keys of a shortcut: `<Kbd keys={["Ctrl", "K"]} />`. */
export function Kbd({ keys }: { keys: readonly string[] }) {
  return (
    <span className="inline-flex items-center gap-1">
      {keys.map((key, index) => (
        <Fragment key={key}>
          {index > 0 && <span className="sr-only">+</span>}
          <kbd className="inline-flex h-5.5 min-w-5.5 items-center justify-center rounded-xs border border-b-2 border-border-strong bg-surface px-1.5 font-sans text-2xs leading-none font-semibold text-muted">
            {key}
          </kbd>
        </Fragment>
      ))}
    </span>
  );
}
