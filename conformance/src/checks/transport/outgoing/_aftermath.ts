/** What an agent does when one of its calls is answered badly. Which call that is depends on its role. */
import { START_LIMIT_MS } from "../../../bench/start.js";
import type { LaunchedAgent, TransportBench } from "../../../bench/transport-bench.js";
import type { JsonObject } from "../../../json/scan.js";
import { records, wire, wrongId } from "../../../peers/behaviour.js";
import type { Reaction } from "../../../peers/post.js";
import { deadlineOf, quickMatch } from "../../../time/mandates.js";
import type { ScriptedAnswer } from "../../../wire/types.js";

/** The answer; `other id` stands for the right one with the id of another request. */
export type Bad = ScriptedAnswer | "other id";

export interface Aftermath {
  /** The call, for the diagnosis. */
  call: string;
  /** It made the call again. */
  again: boolean;
  /** Its process has ended with an error; a league manager may end well when its league is over. */
  failed: boolean;
  launched: LaunchedAgent;
}

/** From the bad answer to the repetition, with the pauses before it. */
const AGAIN_WITHIN_MS = 2 * deadlineOf("RUN_MATCH");

export const AFTERMATH_MS = Math.max(START_LIMIT_MS, quickMatch()) + 2 * AGAIN_WITHIN_MS;

/** Starts an agent, and answers its first call of a kind badly and every later one well. */
export function afterFirst(bench: TransportBench, bad: Bad): Promise<Aftermath> {
  switch (bench.role) {
    case "player":
      return afterRegistration(bench, bad);
    case "referee":
      return afterReport(bench, bad);
    case "manager":
      return afterAssignment(bench, bad);
  }
}

async function afterRegistration(bench: TransportBench, bad: Bad): Promise<Aftermath> {
  let attempts = 0;
  const launched = await bench.launch({
    // It may end before anybody sees that it has begun.
    wait: false,
    policy: (attempt, _, grant, manager) => {
      attempts += 1;
      // Whoever believes a bad answer has not been let in.
      return attempts === 1
        ? badly(bad, manager.accept({ ...attempt }, grant))
        : manager.accept(attempt, grant);
    },
  });
  const { agent, manager } = launched;
  const asked = (times: number, withinMs: number) =>
    Promise.race([manager?.post.until(() => attempts >= times || undefined, withinMs), agent.exit(withinMs)]);
  await asked(1, START_LIMIT_MS);
  if (attempts === 0) bench.notExercised("the player asked for no registration");
  await asked(2, AGAIN_WITHIN_MS);
  return { call: "its registration", again: attempts > 1, failed: hasFailed(launched), launched };
}

async function afterReport(bench: TransportBench, bad: Bad): Promise<Aftermath> {
  const launched = await bench.launch();
  const first = bad === "other id" ? wrongId(records()) : wire(bad);
  const match = await launched.matches?.stage({ reports: [first, records()] });
  const reports = () => match?.observe().reports.length ?? 0;
  try {
    const assigned = match?.assign(quickMatch());
    await match?.ended(quickMatch(), 0);
    await assigned;
    if (reports() === 0) bench.notExercised("the referee reported no match");
    await match?.until((seen) => seen.reports[1], AGAIN_WITHIN_MS);
    return { call: "its MATCH_RESULT_REPORT", again: reports() > 1, failed: hasFailed(launched), launched };
  } finally {
    await match?.close();
  }
}

async function afterAssignment(bench: TransportBench, bad: Bad): Promise<Aftermath> {
  let first: unknown;
  let again = false;
  const launched = await bench.launch({ players: 2, referees: 1 });
  const { league } = launched;
  await league?.seatReferee({
    react: ({ type, message }) => {
      if (type !== "RUN_MATCH") return undefined;
      again ||= first !== undefined && first === message.match_id;
      const isFirst = first === undefined;
      first ??= message.match_id;
      const fields = { match_id: message.match_id, status: "acknowledged" };
      return isFirst ? badly(bad, { say: "RUN_MATCH_ACK", fields }) : undefined;
    },
  });
  await league?.seatPlayer();
  await league?.seatPlayer();
  await league?.play({ enough: () => again, quietMs: AGAIN_WITHIN_MS, withinMs: AGAIN_WITHIN_MS });
  if (first === undefined) bench.notExercised("the league manager assigned no match");
  return { call: "its RUN_MATCH", again, failed: hasFailed(launched), launched };
}

function hasFailed({ agent }: LaunchedAgent): boolean {
  const exit = agent.instance.exit();
  return exit !== undefined && exit.code !== 0;
}

function badly(bad: Bad, right: Reaction): Reaction {
  if (bad !== "other id") return { http: bad };
  return "say" in right ? { ...right, twist: (body: JsonObject) => ({ ...body, id: "not-the-id" }) } : right;
}
