/** A terminal that can be drawn on. */
export interface Screen {
  readonly columns: number;
  readonly rows: number;
  /** Writes without a new line. */
  readonly write: (text: string) => void;
}

/** How long a line may be: with a character in its last column some terminals begin the next line. */
export function widthOf({ columns }: Screen): number {
  return columns - 1;
}

export interface TerminalStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
}

/** Some terminals do not say how large they are, or say 0. */
const [defaultColumns, defaultRows] = [80, 24];

/** A pipe has no width: so wide that names of ordinary length are whole. */
const pipeWidth = 120;
/** A table that is narrower than this says nothing. */
const leastTableWidth = 40;

/** How many columns a table may have there. */
export function tableWidthOn({ isTTY, columns }: TerminalStream): number {
  if (isTTY !== true) return pipeWidth;
  return Math.max(leastTableWidth, columns || defaultColumns);
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
