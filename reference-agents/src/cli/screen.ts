/** A terminal that can be drawn on. */
export interface Screen {
  readonly columns: number;
  readonly rows: number;
  /** Writes without a new line. */
  readonly write: (text: string) => void;
}

/** The length of a line. The last column stays free, because some terminals wrap the line there. */
export function widthOf({ columns }: Screen): number {
  return columns - 1;
}

export interface TerminalStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
}

/** Some terminals do not report their size, or report 0. */
const [defaultColumns, defaultRows] = [80, 24];

/** The width for a pipe: names of ordinary length are not shortened. */
const pipeWidth = 120;
/** A narrower table cannot be read. */
const minTableWidth = 40;

/** How many characters wide a table may be. */
export function tableWidthOn({ isTTY, columns }: TerminalStream): number {
  if (isTTY !== true) return pipeWidth;
  return Math.max(minTableWidth, columns || defaultColumns);
}

/** Null for a pipe, a terminal that cannot be drawn on, and a CI job that emulates a terminal. */
export function screenOn(
  stream: TerminalStream,
  { CI, TERM }: { readonly [variable: string]: string | undefined },
): Screen | null {
  if (stream.isTTY !== true || TERM === "dumb" || (CI ?? "") !== "") return null;
  return {
    get columns() {
      return stream.columns || defaultColumns;
    },
    get rows() {
      return stream.rows || defaultRows;
    },
    write: (text) => stream.write(text),
  };
}
