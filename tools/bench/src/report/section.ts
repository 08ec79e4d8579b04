/** The target of a row, if the project has one. */
export interface Aim {
  readonly of: "ratio" | "value";
  readonly at: "least" | "most";
  readonly limit: number;
}

export interface Row {
  readonly name: string;
  /** How many times the section's reference this row is, in this run. */
  readonly ratio: number;
  /** The middle half of the rounds, where there were rounds. */
  readonly low?: number;
  readonly high?: number;
  /** The number itself. On another machine, or tomorrow, it is another one. */
  readonly value: number;
  readonly unit: string;
  readonly aim?: Aim;
  readonly remark?: string;
}

/** One table: contenders that did the same work in the same run. */
export interface Section {
  readonly id: string;
  readonly title: string;
  /** The name of the row whose ratio is 1. */
  readonly reference: string;
  readonly rows: readonly Row[];
  /** Remarks that are needed to read the rows correctly. */
  readonly notes: readonly string[];
}

/** Whether the row reaches its aim; null for a row without one. */
export function reaches({ aim, ...row }: Row): boolean | null {
  if (aim === undefined) return null;
  return aim.at === "least" ? row[aim.of] >= aim.limit : row[aim.of] <= aim.limit;
}
