import { INTERRUPTED } from "../report/conclusion.js";

/** SIGINT and SIGTERM end the run in good order: agents stopped, reports written. A second one ends it at once. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** 130 or 143 when there was one. */
  exitCode(): number | undefined;
  /** Listens no more. */
  release(): void;
}

const CODES = { SIGINT: 130, SIGTERM: 143 } as const;

export function listenForInterruption(): Interruption {
  const controller = new AbortController();
  let code: number | undefined;
  const on = (name: keyof typeof CODES) => () => {
    if (code !== undefined) process.exit(CODES[name]);
    code = CODES[name];
    controller.abort(`${INTERRUPTED} (${name})`);
  };
  const handlers = { SIGINT: on("SIGINT"), SIGTERM: on("SIGTERM") };
  for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, handlers[name]);
  return {
    signal: controller.signal,
    exitCode: () => code,
    release: () => {
      for (const name of ["SIGINT", "SIGTERM"] as const) process.off(name, handlers[name]);
    },
  };
}
