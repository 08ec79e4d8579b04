/**
 * Measures every contender once a round, in an order that moves on by one from round to round: no contender is always first, or
 * always behind the same neighbour.
 * @returns the values of each contender, in the order of the rounds
 */
export async function inRounds<Contender, Value = number>(
  contenders: readonly Contender[],
  rounds: number,
  measure: (contender: Contender) => Value | Promise<Value>,
): Promise<Map<Contender, Value[]>> {
  const values = new Map(contenders.map((contender) => [contender, [] as Value[]]));
  for (let round = 0; round < rounds; round++) {
    for (const contender of rotated(contenders, round)) {
      values.get(contender)?.push(await measure(contender));
    }
  }
  return values;
}

/** The same list, begun at another place. */
export function rotated<Item>(items: readonly Item[], by: number): Item[] {
  const start = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}
