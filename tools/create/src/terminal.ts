/** The process interface of this program; tests pass their own. */
import { createInterface } from "node:readline";

export interface Terminal {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  /** The base of relative paths. */
  readonly folder: string;
  /** Asks on the terminal; null without a terminal. */
  readonly ask: Ask | null;
}

/**
 * Writes a question and resolves with the line that is typed.
 * @throws Aborted at Ctrl-C and at the end of the input
 */
export type Ask = (question: string) => Promise<string>;

/** The user has interrupted the program. */
export class Aborted extends Error {
  constructor() {
    super("aborted");
  }
}

/**
 * Node's own readline is enough for four questions, so that no package has to be installed first.
 * @param input a terminal; it echoes and edits the line itself
 * @param stop aborted by Ctrl-C
 */
export function askOn(input: NodeJS.ReadableStream, write: (text: string) => void, stop: AbortSignal): Ask {
  return (question) =>
    new Promise((resolve, reject) => {
      if (stop.aborted) return reject(new Aborted());
      const lines = createInterface({ input, terminal: false });
      let answer: string | undefined;
      const end = () => lines.close();
      stop.addEventListener("abort", end, { once: true });
      lines.once("line", (line) => {
        answer = line;
        lines.close();
      });
      lines.once("close", () => {
        stop.removeEventListener("abort", end);
        if (answer === undefined) reject(new Aborted());
        else resolve(answer);
      });
      write(question);
    });
}
