/** Rounds of contenders that did the same work in the same run, as a table of ratios to the first of them. */

/** A warning where the ratio to the first row, or the number itself, lies beyond it. */
export interface Limit {
  readonly of: "ratio" | "number";
  readonly at: "least" | "most";
  readonly is: number;
}

export interface Contender {
  readonly name: string;
  readonly remark?: string;
  readonly limit?: Limit;
}

export interface Row extends Contender {
  /** One number a round. */
  readonly values: readonly number[];
}

export interface Section {
  readonly title: string;
  readonly unit: string;
  /** The first one is the reference. */
  readonly rows: readonly Row[];
}

export const atMost = (is: number): Limit => ({ of: "ratio", at: "most", is });
export const atLeast = (is: number): Limit => ({ of: "ratio", at: "least", is });

/** Measures every contender once a round; each round begins with another one, so that none always has the same neighbour. */
export async function inRounds<One extends Contender>(
  contenders: readonly One[],
  rounds: number,
  measure: (contender: One) => number | Promise<number>,
): Promise<Row[]> {
  const values = contenders.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      const index = (round + turn) % contenders.length;
      const contender = contenders[index];
      if (contender !== undefined) values[index]?.push(await measure(contender));
    }
  }
  return contenders.map((contender, index) => rowOf(contender, values[index] ?? []));
}

export function rowOf({ name, remark, limit }: Contender, values: readonly number[]): Row {
  return { name, ...(remark ? { remark } : {}), ...(limit ? { limit } : {}), values };
}

/** The value below which that share (0 to 1) of the values lies, interpolated between its neighbours. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new RangeError("there is no quantile of nothing");
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/** Ratios within each round: a machine that slows down in between slows down both. */
export function ratios({ rows: [reference] }: Section, { values }: Row): number[] {
  return values.map((value, round) => value / (reference?.values[round] ?? Number.NaN));
}

export function isBeyond(section: Section, row: Row): boolean {
  if (row.limit === undefined) return false;
  const found = quantile(row.limit.of === "ratio" ? ratios(section, row) : row.values, 0.5);
  return row.limit.at === "least" ? found < row.limit.is : found > row.limit.is;
}

/** A section as text: its title, one line a row. */
export function table(section: Section): string {
  const head = ["", "ratio", "middle half", "in this run", "limit", ""];
  const cells = [head, ...section.rows.map((row) => cellsOf(section, row))];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const isNumber = (column: number) => column > 0 && column < 4;
  const lines = cells.map((row) =>
    row
      .map((cell, column) => cell[isNumber(column) ? "padStart" : "padEnd"](widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return [section.title, ...lines.map((line) => `  ${line}`)].join("\n");
}

function cellsOf(section: Section, row: Row): string[] {
  const found = ratios(section, row);
  const half = [0.25, 0.75].map((share) => digits(quantile(found, share)));
  const isCompared = row !== section.rows[0] && found.length > 1;
  return [
    row.name,
    digits(quantile(found, 0.5)),
    isCompared ? half.join("–") : "",
    `${digits(quantile(row.values, 0.5))} ${section.unit}`,
    row.limit === undefined ? "" : limitText(section, row, row.limit),
    row.remark ?? "",
  ];
}

function limitText(section: Section, row: Row, { of, at, is }: Limit): string {
  const limit = `${at === "least" ? "≥" : "≤"} ${digits(is)}${of === "number" ? ` ${section.unit}` : ""}`;
  return isBeyond(section, row) ? `${limit}: ${at === "least" ? "under" : "over"} its limit` : limit;
}

/** Three digits that matter, thousands separated: 0.0712, 0.93, 1.00, 12.4, 28,090. */
function digits(value: number): string {
  if (value >= 100) return value.toLocaleString("en-GB", { maximumFractionDigits: 0 });
  if (value >= 10) return value.toFixed(1);
  return value >= 0.1 ? value.toFixed(2) : value.toPrecision(3);
}
