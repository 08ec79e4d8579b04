/** A list of any length with only the visible rows in the document. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { rowsIn, useVisibleArea, type VisibleArea } from "./use-visible-area.js";

export interface VirtualListProps<T> {
  readonly items: readonly T[];
  readonly rowHeight: number;
  readonly label: string;
  /** Without it, a row element is reused for another item: for a list whose order changes often. */
  readonly keyOf?: (item: T) => string | number;
  readonly row: (item: T, visible: VisibleArea) => ComponentChildren;
  /** Scrolled into the visible area when it changes. */
  readonly focusIndex?: number;
  readonly class?: string;
  readonly empty?: string;
  /** Stays above the rows, and scrolls sideways with them. */
  readonly head?: (visible: VisibleArea) => ComponentChildren;
}

export function VirtualList<T>(props: VirtualListProps<T>) {
  const { items, rowHeight, label, keyOf, row, focusIndex = -1, empty = "Nothing to show yet." } = props;
  const box = useRef<HTMLElement>(null);
  const visible = useVisibleArea(box);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || focusIndex < 0) return;
    const [top, bottom] = [focusIndex * rowHeight, (focusIndex + 1) * rowHeight];
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop + element.clientHeight)
      element.scrollTop = bottom - element.clientHeight;
  }, [focusIndex, rowHeight]);

  const { first, last } = rowsIn(visible, rowHeight, items.length);
  return (
    <section ref={box} class={`virtual ${props.class ?? ""}`} aria-label={label}>
      {props.head?.(visible)}
      {items.length === 0 && <p class="empty">{empty}</p>}
      <ul style={{ height: `${items.length * rowHeight}px` }}>
        {items.slice(first, last).map((item, offset) => (
          <li
            key={keyOf?.(item) ?? first + offset}
            style={{ height: `${rowHeight}px`, transform: `translateY(${(first + offset) * rowHeight}px)` }}
          >
            {row(item, visible)}
          </li>
        ))}
      </ul>
    </section>
  );
}
