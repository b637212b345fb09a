/**
 * React is read here, and the page taken over in a task of its own: both at once kept a slow browser from answering. Next
 * runs what stands in this list before it begins, each in its own task, as it does for scripts that a page wants first.
 */
import "react-dom/client";

const page = self as { __next_s?: [src: 0, props: { children: string }][] };
(page.__next_s ??= []).push([0, { children: "" }]);

export {};
