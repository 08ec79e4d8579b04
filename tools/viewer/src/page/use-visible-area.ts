/** Which part of a scrolling box is in sight, so that only the rows there are in the document. */
import { useEffect, useState } from "preact/hooks";

/** In pixels. */
export interface VisibleArea {
  readonly top: number;
  readonly height: number;
  readonly left: number;
  readonly width: number;
}

/** From the first row to before the last. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

const rowsBeyondSight = 3;

export function useVisibleArea(box: { readonly current: HTMLElement | null }): VisibleArea {
  const [sight, setSight] = useState<VisibleArea>({ top: 0, height: 600, left: 0, width: 800 });
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
  }, [box]);
  return sight;
}

/** The rows in sight, with some before and behind them for a quick scroll. */
export function rowsIn({ top, height }: VisibleArea, rowHeight: number, rows: number): RowRange {
  return {
    first: Math.max(0, Math.floor(top / rowHeight) - rowsBeyondSight),
    last: Math.min(rows, Math.ceil((top + height) / rowHeight) + rowsBeyondSight),
  };
}

function sightOf(element: HTMLElement): VisibleArea {
  const { scrollTop: top, clientHeight: height, scrollLeft: left, clientWidth: width } = element;
  return { top, height, left, width };
}
