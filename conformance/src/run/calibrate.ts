/**
 * How late this machine is: a reference peer answers after a known time, in the same environment, and what is measured
 * beyond it is the margin. A meter goes on measuring during the run, so that a busy moment widens the margin.
 */

import type { Clock, Timer } from "../sdk.js";
import type { Environment } from "../wire/environment.js";

const ROUNDS = 20;
const DELAY_MS = 10;
const TICK_MS = 50;
/** As long as the longest deadline: a delay during a measurement is still recorded when the measurement is judged. */
const WINDOW_MS = 40_000;
const NOTABLE_MS = 5;
/** Below this no measurement on a shared machine is to be trusted. */
const LEAST_MARGIN_MS = 20;

export interface TimingMargin {
  /** Milliseconds. */
  now(): number;
  /** Stops measuring. */
  stop(): void;
}

export async function calibrate(environment: Environment): Promise<TimingMargin> {
  if (!environment.real) return { now: () => 0, stop: () => undefined };
  const listener = await environment.listen(() => ({
    kind: "reply",
    status: 200,
    body: "{}",
    delayMs: DELAY_MS,
  }));
  let worst = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { timing } = await environment.wire.exchange({
      url: listener.url,
      body: new Uint8Array(2),
      timeoutMs: 5_000,
    });
    worst = Math.max(worst, timing.end_ms - timing.sent_ms - DELAY_MS);
  }
  await listener.close();
  const meter = measureLateness(environment.clock);
  return {
    now: () => Math.ceil(Math.max(LEAST_MARGIN_MS, worst * 2, meter.worst() * 2)),
    stop: meter.stop,
  };
}

/** The worst lateness of the last while, so that one busy moment does not blur the whole run. */
function measureLateness(clock: Clock): { worst(): number; stop(): void } {
  let late: { at: number; ms: number }[] = [];
  let timer: Timer;
  const tick = () => {
    const due = clock.now() + TICK_MS;
    timer = clock.after(TICK_MS, () => {
      const at = clock.now();
      late = [
        ...late.filter((one) => at - one.at < WINDOW_MS),
        ...(at - due > NOTABLE_MS ? [{ at, ms: at - due }] : []),
      ];
      tick();
    });
  };
  tick();
  return { worst: () => Math.max(0, ...late.map(({ ms }) => ms)), stop: () => timer.cancel() };
}
