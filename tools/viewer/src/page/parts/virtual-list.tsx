/** A list of any length with only the visible rows in the document, and rows that are drawn again only when they change. */
import { Component, type ComponentChildren, type FunctionComponent } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

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

/** Lengths follow the reader's font size: in sixteenths of a rem, which are pixels at the usual size. */
const unitsPerRem = 16;

/** In units. */
export interface VisibleArea {
  readonly top: number;
  readonly height: number;
  readonly left: number;
  readonly width: number;
}

/** From the row `first` to before the row `last`. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

const rowsBeyondVisible = 3;

export function useVisibleArea(box: { readonly current: HTMLElement | null }): VisibleArea {
  const [area, setArea] = useState<VisibleArea>({ top: 0, height: 600, left: 0, width: 800 });
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const update = () => setArea(areaOf(element));
    const observer = new ResizeObserver(update);
    observer.observe(element);
    element.addEventListener("scroll", update, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", update);
    };
  }, [box]);
  return area;
}

/** The visible rows, and some more before and after them for fast scrolling. */
export function rowsIn({ top, height }: VisibleArea, rowHeight: number, rows: number): RowRange {
  return {
    first: Math.max(0, Math.floor(top / rowHeight) - rowsBeyondVisible),
    last: Math.min(rows, Math.ceil((top + height) / rowHeight) + rowsBeyondVisible),
  };
}

function areaOf(element: HTMLElement): VisibleArea {
  const unit = unitPx();
  const { scrollTop, clientHeight, scrollLeft, clientWidth } = element;
  return {
    top: scrollTop / unit,
    height: clientHeight / unit,
    left: scrollLeft / unit,
    width: clientWidth / unit,
  };
}

export function unitPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / unitsPerRem;
}

/** As a length of CSS. */
export function rem(units: number): string {
  return `${units / unitsPerRem}rem`;
}

/** A component that is drawn again only if its visible content changes. @param isSame whether both have the same visible content */
export function memo<Props extends object>(
  draw: (props: Props) => ComponentChildren,
  isSame: (before: Props, after: Props) => boolean,
): FunctionComponent<Props> | (new (props: Props) => Component<Props>) {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      return !isSame(this.props, next);
    }

    override render() {
      return draw(this.props);
    }
  };
}
