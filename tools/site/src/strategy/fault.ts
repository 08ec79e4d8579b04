/** A fault in a strategy, with its position. */
export interface StrategyFault {
  readonly message: string;
  /** Counted from 1 in the typed text; null if there is no line. */
  readonly line: number | null;
}

/**
 * The first line of the typed text that an error's stack names. The text begins at the first line of its script, and
 * what follows it there is not typed.
 * @param lines of the typed text
 */
export function lineIn(stack: string, lines: number): number | null {
  for (const [, line] of stack.matchAll(/:(\d+):\d+\)?$/gm)) {
    if (Number(line) <= lines) return Number(line);
  }
  return null;
}

export function faultOf(error: unknown, lines: number): StrategyFault {
  if (!(error instanceof Error)) return { message: `Threw ${String(error)}, which is no Error`, line: null };
  return { message: `${error.name}: ${error.message}`, line: lineIn(error.stack ?? "", lines) };
}
