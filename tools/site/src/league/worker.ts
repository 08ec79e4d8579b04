/** The entry of the worker: plays the requested leagues with the strategy above it in the same script. */
import * as sdk from "@league-v2/sdk";
import { type ChoiceFault, faultOf, type ModuleBody, strategyOf, watched } from "../strategy/strategy.js";
import { playLeague, recordLeague } from "./play.js";
import { type Place, placeOf } from "./rank-statistics.js";
import { type Answer, type LeagueRequest, type Order, ownId } from "./request.js";

declare const self: {
  readonly leagueStrategy: ModuleBody;
  onmessage: (event: { readonly data: Order }) => void;
  postMessage(answer: Answer): void;
  addEventListener(type: "unhandledrejection", listener: (event: PromiseRejectionEvent) => void): void;
};

const maxFaults = 50;

installSetImmediate();
const say = (answer: Answer) => self.postMessage(answer);
const strategy = () => strategyOf(self.leagueStrategy, { "@league-v2/sdk": sdk });

self.onmessage = ({ data: { task, lines } }) => {
  const fail = (error: unknown) => say({ type: "failed", fault: faultOf(error, lines) });
  self.addEventListener("unhandledrejection", ({ reason }) => fail(reason));
  const work = task.kind === "league" ? one(task.request, lines) : many(task.request, task.count);
  work.then(say, fail);
};

async function one(request: LeagueRequest, lines: number): Promise<Answer> {
  const faults: ChoiceFault[] = [];
  let faultCount = 0;
  const own = watched(strategy(), lines, (fault) => {
    faultCount += 1;
    if (faults.length < maxFaults) faults.push(fault);
  });
  const players = request.opponents.length + 1;
  const matches = (players * (players - 1)) / 2;
  let done = 0;
  const { report, events } = await recordLeague(request, own, () => {
    done += 1;
    say({ type: "progress", done, of: matches });
  });
  return { type: "league", league: { report, events, faults, faultCount } };
}

async function many(request: LeagueRequest, count: number): Promise<Answer> {
  const places: Place[] = [];
  for (let done = 0; done < count; done++) {
    const { standings } = await playLeague({ ...request, seed: request.seed + done }, strategy());
    const place = placeOf(standings, ownId);
    if (place !== null) places.push(place);
    say({ type: "progress", done: done + 1, of: count });
  }
  return { type: "places", places };
}

/** The `setImmediate` of the simulated clock: a browser's shortest timer takes 4 ms, a thousand times as long. */
export function installSetImmediate(): void {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  const setImmediate = (run: () => void) => {
    waiting.push(run);
    port2.postMessage(null);
  };
  Object.assign(globalThis, { setImmediate });
}
