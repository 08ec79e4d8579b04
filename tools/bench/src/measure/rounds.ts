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

/**
 * The same for contenders that differ by little: a round is cut into slices, and in each slice all are measured, there and back
 * in turn. What slows the machine down for a moment so meets all of them, and the mean of the slices is the value of a round.
 */
export async function inSlices<Contender>(
  contenders: readonly Contender[],
  rounds: number,
  slices: number,
  measure: (contender: Contender) => Promise<number>,
): Promise<Map<Contender, number[]>> {
  const values = new Map(contenders.map((contender) => [contender, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    const order = rotated(contenders, round);
    const sums = new Map<Contender, number>();
    for (let slice = 0; slice < slices; slice++) {
      const turn = slice % 2 === 0 ? order : order.toReversed();
      for (const one of turn) sums.set(one, (sums.get(one) ?? 0) + (await measure(one)));
    }
    for (const [one, sum] of sums) values.get(one)?.push(sum / slices);
  }
  return values;
}

/** The same list, begun at another place. */
export function rotated<Item>(items: readonly Item[], by: number): Item[] {
  const start = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}
