/**
 * React and Next's router are read here, each in a task of its own, and the page is taken over in another: all at once kept
 * a slow browser from answering. Next runs what stands in this list before it begins, each in its own task, as it does for
 * scripts that a page wants first.
 */
const page = self as { __next_s?: [src: 0, props: { children: string }][] };
(page.__next_s ??= []).push([0, { children: "" }]);

/* eslint-disable @typescript-eslint/no-require-imports -- what is read when is what this file is for */
withPlainErrors(() => require("react-dom/client"));
setTimeout(() => require("next/dist/client/components/app-router"));

/**
 * As it is read, React makes errors that it only tells things apart by. Where developer tools are attached V8 works out the
 * stack of each at once, and for that reads all of React again: 50 of 65 ms at a fourth of the speed, seen in traces.
 */
function withPlainErrors(read: () => void): void {
  const { Error } = self;
  function plain(message: string): object {
    return Object.assign(Object.create(Error.prototype) as object, { message });
  }
  if (process.env.NODE_ENV === "production") self.Error = plain as unknown as ErrorConstructor;
  read();
  self.Error = Error;
}

export {};
