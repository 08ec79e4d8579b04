/** The visible part of a scrolling element, so that the document contains only the rows there. */
import { useEffect, useState } from "preact/hooks";

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
