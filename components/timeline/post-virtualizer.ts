import {
  defaultRangeExtractor,
  observeWindowOffset,
  observeWindowRect,
  Virtualizer,
  windowScroll,
  type Range,
  type VirtualItem,
} from "@tanstack/react-virtual";
import { flushSync } from "react-dom";
import type { PostWindow, WindowInput } from "./use-post-window";

const ESTIMATED_PX = 180;
const OVERSCAN = 6;

export interface PostVirtualizer {
  update: (input: WindowInput) => void;
  view: () => PostWindow;
  /** Begins to listen to the window, or goes on. Answers how to stop. */
  listen: () => void;
  mount: () => () => void;
  /** Heights as measured. */
  snapshot: () => VirtualItem[];
}

function optionsOf(
  { posts, margin, kept }: WindowInput,
  known: VirtualItem[] | undefined,
  onChange: (sync: boolean) => void,
) {
  return {
    initialMeasurementsCache: known,
    // Options that are left out fall back at every change: without this one nothing would be near at first.
    initialRect: { width: innerWidth, height: innerHeight },
    count: posts.length,
    estimateSize: () => ESTIMATED_PX,
    getItemKey: (index: number) => posts[index]?.id ?? index,
    overscan: OVERSCAN,
    scrollMargin: margin ?? 0,
    getScrollElement: () => window,
    initialOffset: () => window.scrollY,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    rangeExtractor: (range: Range) => {
      const shown = defaultRangeExtractor(range);
      return kept < 0 || shown.includes(kept) ? shown : [...shown, kept].sort((a, b) => a - b);
    },
    onChange: (_: unknown, sync: boolean) => onChange(sync),
  };
}

/**
 * Chooses the posts near the window.
 * @param known heights from before, or of the elements that stand there
 * @param rerender called when others are near, or heights have changed
 */
export function createPostVirtualizer(
  input: WindowInput,
  known: VirtualItem[] | undefined,
  rerender: () => void,
): PostVirtualizer {
  let measuring = false;
  // While it scrolls the posts are there before the next frame; React forbids that while it renders itself.
  const onChange = (sync: boolean) => (sync && !measuring ? flushSync(rerender) : rerender());
  const virtualizer = new Virtualizer<Window, Element>({
    ...optionsOf(input, known, onChange),
  });
  const measure = (element: Element | null) => {
    measuring = true;
    try {
      virtualizer.measureElement(element);
    } finally {
      measuring = false;
    }
  };
  return {
    update: (next) => virtualizer.setOptions(optionsOf(next, known, onChange)),
    view: () => {
      const shown = virtualizer.getVirtualItems();
      const { scrollMargin } = virtualizer.options;
      const items = shown.map(({ index, start }, at) => ({
        index,
        gap: Math.max(0, start - (at === 0 ? scrollMargin : shown[at - 1]!.end)),
      }));
      const end = (shown.at(-1)?.end ?? scrollMargin) - scrollMargin;
      return {
        items,
        tail: Math.max(0, virtualizer.getTotalSize() - end),
        last: shown.at(-1)?.index ?? 0,
        measure,
      };
    },
    listen: () => virtualizer._willUpdate(),
    mount: () => virtualizer._didMount(),
    snapshot: () => virtualizer.takeSnapshot(),
  };
}

/** What the elements of a list measure, as heights known from before. */
export function measuredHeights(list: HTMLElement, { posts, margin }: WindowInput): VirtualItem[] {
  let start = margin ?? 0;
  return [...list.querySelectorAll<HTMLElement>(":scope > [data-index]")].map((element, index) => {
    const size = element.offsetHeight;
    const item = { key: posts[index]?.id ?? index, index, start, size, end: start + size, lane: 0 };
    start += size;
    return item;
  });
}
