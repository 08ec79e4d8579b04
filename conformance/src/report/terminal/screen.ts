import { createLogUpdate } from "log-update";

/** The part of a writable stream, e.g. `process.stdout`, that a terminal report needs. */
export interface TerminalStream {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
  rows?: number;
}

/** Permanent lines above a block of lines that is redrawn with each change. */
export interface Screen {
  readonly width: number;
  print(lines: readonly string[]): void;
  /** Replaces the block. Where nothing can be redrawn (a file, a pipe) it does nothing. */
  live(lines: readonly string[]): void;
}

export function createScreen(out: TerminalStream, redraws: boolean): Screen {
  // It only uses the size and the write method of a stream.
  const draw = createLogUpdate(out as unknown as NodeJS.WritableStream, { showCursor: true });
  let drawn: readonly string[] = [];
  return {
    get width() {
      return Math.min(120, Math.max(60, out.columns ?? 100));
    },
    print(lines) {
      if (redraws) draw.clear();
      out.write(lines.map((line) => `${line}\n`).join(""));
      this.live(drawn);
    },
    live(lines) {
      if (!redraws) return;
      drawn = lines;
      if (drawn.length === 0) draw.clear();
      else draw(drawn.join("\n"));
    },
  };
}
