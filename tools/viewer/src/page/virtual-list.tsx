/** A list of any length with only the visible rows in the document. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { rem, rowsIn, unitPx, useVisibleArea, type VisibleArea } from "./use-visible-area.js";

export interface VirtualListProps<T> {
  readonly items: readonly T[];
  /** In units of `VisibleArea`. */
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
    const rowPx = rowHeight * unitPx();
    const [top, bottom] = [focusIndex * rowPx, (focusIndex + 1) * rowPx];
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop + element.clientHeight)
      element.scrollTop = bottom - element.clientHeight;
  }, [focusIndex, rowHeight]);

  const { first, last } = rowsIn(visible, rowHeight, items.length);
  return (
    <section ref={box} class={`virtual ${props.class ?? ""}`} aria-label={label}>
      {props.head?.(visible)}
      {items.length === 0 && <p class="empty">{empty}</p>}
      <ul style={{ height: rem(items.length * rowHeight) }}>
        {items.slice(first, last).map((item, offset) => (
          <li
            key={keyOf?.(item) ?? first + offset}
            style={{ height: rem(rowHeight), transform: `translateY(${rem((first + offset) * rowHeight)})` }}
          >
            {row(item, visible)}
          </li>
        ))}
      </ul>
    </section>
  );
}
