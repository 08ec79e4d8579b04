/** A league manager whose RUN_MATCH is answered badly: each kind of bad answer to the first call about one match. */
import type { TransportBench } from "../../../bench/transport-bench.js";
import type { Reaction, Received } from "../../../peers/post.js";
import { aWhile } from "../../../time/mandates.js";
import {
  type Aftermath,
  AGAIN_WITHIN_MS,
  BAD_ANSWERS,
  type Bad,
  badly,
  lookAfter,
  RESET,
} from "./_bad-answers.js";

/** The referee thinks about each call for so long, so that the next one comes in the meantime. In milliseconds. */
export const THOUGHT_MS = aWhile();

export interface Assignments {
  /** How the manager is afterwards. */
  rest: Pick<Aftermath, "failed" | "afterwards">;
  /** Every RUN_MATCH that the only referee was sent, in order. */
  calls: readonly Received[];
  /** How the first call about a match was answered. */
  answered: ReadonlyMap<unknown, Bad>;
}

/** The kinds of bad answers that share a league: the connection that breaks is what the others are compared with. */
const ALL: readonly Bad[] = [RESET, "other id", ...BAD_ANSWERS.map(({ answer }) => answer)];

export async function afterAssignment(bench: TransportBench, bad: Bad): Promise<Aftermath> {
  const shared = aftermathOf(await sharedAssignments(bench), bad);
  // In that league another answer may be what the manager has failed at.
  if (shared?.again === true && !shared.failed) return shared;
  const alone = aftermathOf(await assign(bench, [bad]), bad);
  return alone ?? bench.notExercised("the league manager assigned no match");
}

/** The league with all kinds of bad answers. */
export async function sharedAssignments(bench: TransportBench): Promise<Assignments> {
  const done = await bench.once("a league with bad answers to RUN_MATCH", (recorder) =>
    assign(bench, ALL, { recorder }),
  );
  return bench.look(done, ["RUN_MATCH"], (assignments) => assignments);
}

/** The first call about each match, if it was answered late: a repetition may bear the id of the call that it repeats. */
export function heldCalls({ calls, answered }: Assignments): readonly Received[] {
  const isFirst = ({ message }: Received, index: number) =>
    calls.findIndex((other) => other.message.match_id === message.match_id) === index;
  return calls.filter((call, index) => {
    const answer = answered.get(call.message.match_id);
    return isFirst(call, index) && answer !== undefined && !isSame(answer, RESET);
  });
}

function aftermathOf({ rest, calls, answered }: Assignments, bad: Bad): Aftermath | undefined {
  const [match] = [...answered].find(([, given]) => isSame(given, bad)) ?? [];
  if (match === undefined) return undefined;
  const again = calls.filter(({ message }) => message.match_id === match).length > 1;
  return { call: "its RUN_MATCH", again, ...rest };
}

function isSame(a: Bad, b: Bad): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

async function assign(
  bench: TransportBench,
  bad: readonly Bad[],
  shared: Pick<NonNullable<Parameters<TransportBench["launch"]>[0]>, "recorder"> = {},
): Promise<Assignments> {
  const players = 2 * bad.length;
  const purpose = "bad answers to RUN_MATCH";
  const { agent, league } = await bench.launch({ players, referees: 1, purpose, ...shared });
  const left = [...bad];
  const answered = new Map<unknown, Bad>();
  const referee = await league?.seatReferee({
    maxConcurrentMatches: bad.length,
    react: ({ type, message }): Reaction | undefined => {
      const { match_id } = message;
      if (type !== "RUN_MATCH" || answered.has(match_id)) return undefined;
      const next = left.shift();
      if (next === undefined) return undefined;
      answered.set(match_id, next);
      const fields = { match_id, status: "acknowledged" };
      return later(badly(next, { say: "RUN_MATCH_ACK", fields }));
    },
  });
  for (let i = 0; i < players; i += 1) await league?.seatPlayer();
  const calls = () => referee?.told("RUN_MATCH") ?? [];
  const isAgain = (match: unknown) => calls().filter(({ message }) => message.match_id === match).length > 1;
  const enough = () => left.length === 0 && [...answered.keys()].every(isAgain);
  await league?.play({ enough, quietMs: AGAIN_WITHIN_MS, withinMs: AGAIN_WITHIN_MS });
  return { rest: await lookAfter(agent), calls: calls(), answered };
}

function later(reaction: Reaction): Reaction {
  if (!("http" in reaction)) return { ...reaction, afterMs: THOUGHT_MS };
  const { http } = reaction;
  return http.kind === "reply" ? { http: { ...http, delayMs: THOUGHT_MS } } : reaction;
}
