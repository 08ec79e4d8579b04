/** The order of ids, and the search in a list in order of time. */

/** Numbers inside of ids are compared as numbers: R2M1 comes before R10M1. */
export function compareIds(a: string, b: string): number {
  return collator.compare(a, b);
}

const collator = new Intl.Collator("en", { numeric: true });

/** The number of items of an ascending list until a moment, by binary search. */
export function countUntil<Item>(
  items: readonly Item[],
  t: number,
  momentOf: (item: Item) => number,
): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    // Between the bounds there is always an item, although the type allows undefined.
    if (momentOf(items[middle] as Item) <= t) low = middle + 1;
    else high = middle;
  }
  return low;
}
