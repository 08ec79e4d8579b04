/** Animates rows to their new positions. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Standing } from "../view.js";

const glideMs = 260;

/** @param body its rows have the players' ids as `data-id` @param standings their order is compared; empty for no animation */
export function useRowAnimation(
  body: { readonly current: HTMLElement | null },
  standings: readonly Standing[],
): void {
  const places = useRef(new Map<string, number>());
  const order = standings.map(({ player_id }) => player_id).join(" ");
  useLayoutEffect(() => {
    if (order === "") return;
    const rows = [...(body.current?.children ?? [])].filter((row) => row instanceof HTMLElement);
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const row of rows) {
      const id = row.dataset.id ?? "";
      const before = places.current.get(id);
      places.current.set(id, row.offsetTop);
      if (before === undefined || before === row.offsetTop || calm) continue;
      const from = `translateY(${before - row.offsetTop}px)`;
      row.animate([{ transform: from }, { transform: "none" }], { duration: glideMs, easing: "ease-out" });
    }
  }, [order]);
}
