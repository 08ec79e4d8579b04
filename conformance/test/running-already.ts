/** An agent as `--url` meets it: one instance that the user has started, on its own port. */
import type { InProcessSubject, Instance } from "../src/subject/subject.js";

export function runningAlready(
  inner: InProcessSubject,
  port: number,
  numbers = { players: 4, referees: 2 },
): InProcessSubject {
  let running: Promise<Instance> | undefined;
  return {
    ...inner,
    canStart: false,
    canRestart: false,
    capacity: 1,
    launch: (options) => {
      running ??= inner.launch({ ...options, port, ...numbers });
      return running;
    },
  };
}
