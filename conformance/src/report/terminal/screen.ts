import { eraseUp, unbroken } from "./paint.js";

/** The part of a writable stream that a terminal report needs; `process.stdout` is one. */
export interface TerminalStream {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
  rows?: number;
}

/** Lines that stay, above a block of lines that is drawn anew with each change. */
export interface Screen {
  readonly width: number;
  print(lines: readonly string[]): void;
  /** Replaces the block. Where nothing can be redrawn (a file, a pipe) it does nothing. */
  live(lines: readonly string[]): void;
}

export function createScreen(out: TerminalStream, redraws: boolean): Screen {
  let drawn: readonly string[] = [];
  const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
  return {
    get width() {
      return Math.min(120, Math.max(60, out.columns ?? 100));
    },
    print(lines) {
      out.write(eraseUp(drawn.length) + text(lines) + unbroken(text(drawn)));
    },
    live(lines) {
      if (!redraws) return;
      // A block higher than the window could not be erased again, so only its last lines are drawn.
      const fitting = lines.slice(-Math.max(1, (out.rows || 24) - 1));
      out.write(eraseUp(drawn.length) + unbroken(text(fitting)));
      drawn = fitting;
    },
  };
}
