import { Fragment } from "react";

/** The keys of a shortcut: `<Kbd keys={["Ctrl", "K"]} />`. */
export function Kbd({ keys }: { keys: readonly string[] }) {
  return (
    <span className="inline-flex items-center gap-1">
      {keys.map((key, index) => (
        <Fragment key={key}>
          {index > 0 && <span className="sr-only">+</span>}
          <kbd className="kbd">{key}</kbd>
        </Fragment>
      ))}
    </span>
  );
}
