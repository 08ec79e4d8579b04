/** A list of any length of which only the rows in sight are in the document. */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

export interface VirtualListProps<T> {
  readonly items: readonly T[];
  readonly rowHeight: number;
  readonly label: string;
  readonly keyOf: (item: T) => string | number;
  readonly row: (item: T, sight: Sight) => ComponentChildren;
  /** Brought into sight when it changes. */
  readonly focusIndex?: number;
  readonly class?: string;
  readonly empty?: string;
  /** Stays above the rows, and scrolls sideways with them. */
  readonly head?: (sight: Sight) => ComponentChildren;
}

/** The part of the list that is in sight, in pixels. */
export interface Sight {
  readonly top: number;
  readonly height: number;
  readonly left: number;
  readonly width: number;
}

function sightOf(element: HTMLElement): Sight {
  const { scrollTop: top, clientHeight: height, scrollLeft: left, clientWidth: width } = element;
  return { top, height, left, width };
}

const rowsBeyondSight = 6;

export function VirtualList<T>(props: VirtualListProps<T>) {
  const { items, rowHeight, label, keyOf, row, focusIndex = -1, empty = "Nothing to show yet." } = props;
  const box = useRef<HTMLElement>(null);
  const [sight, setSight] = useState<Sight>({ top: 0, height: 600, left: 0, width: 800 });
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const look = () => setSight(sightOf(element));
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, []);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || focusIndex < 0) return;
    const [top, bottom] = [focusIndex * rowHeight, (focusIndex + 1) * rowHeight];
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop + element.clientHeight)
      element.scrollTop = bottom - element.clientHeight;
  }, [focusIndex, rowHeight]);

  const first = Math.max(0, Math.floor(sight.top / rowHeight) - rowsBeyondSight);
  const last = Math.min(items.length, Math.ceil((sight.top + sight.height) / rowHeight) + rowsBeyondSight);
  return (
    <section ref={box} class={`virtual ${props.class ?? ""}`} aria-label={label}>
      {props.head?.(sight)}
      {items.length === 0 && <p class="empty">{empty}</p>}
      <ul style={{ height: `${items.length * rowHeight}px` }}>
        {items.slice(first, last).map((item, offset) => (
          <li
            key={keyOf(item)}
            style={{ height: `${rowHeight}px`, transform: `translateY(${(first + offset) * rowHeight}px)` }}
          >
            {row(item, sight)}
          </li>
        ))}
      </ul>
    </section>
  );
}
