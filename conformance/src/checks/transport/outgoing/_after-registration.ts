/** What a player does when its registration is answered badly. Several answers share one player, one attempt each. */
import { START_LIMIT_MS } from "../../../bench/start.js";
import type { TransportBench } from "../../../bench/transport-bench.js";
import { type Aftermath, AGAIN_WITHIN_MS, type Bad, badly, IN_TURN, lookAfter } from "./_bad-answers.js";

/** Made once for all answers of a list. */
interface Attempts {
  /** How many registrations came. */
  count: number;
  rest: Pick<Aftermath, "failed" | "afterwards">;
}

const CALL = "its registration";

export async function afterRegistration(bench: TransportBench, bad: Bad): Promise<Aftermath> {
  const list = bad === "other id" ? undefined : IN_TURN.find((one) => one.includes(bad));
  if (list !== undefined && bad !== "other id") {
    const label = `registrations answered badly, ${IN_TURN.indexOf(list) + 1}`;
    const { count, rest } = await bench.observe(label, () => register(bench, list));
    const place = list.indexOf(bad);
    // A player that gave up after an earlier answer has not met this one.
    if (count > place) return { call: CALL, again: count > place + 1, ...rest };
  }
  const { count, rest } = await register(bench, [bad]);
  if (count === 0) bench.notExercised("the player asked for no registration");
  return { call: CALL, again: count > 1, ...rest };
}

async function register(bench: TransportBench, answers: readonly Bad[]): Promise<Attempts> {
  let count = 0;
  const { agent, manager } = await bench.launch({
    // It may end before its start is noticed.
    wait: false,
    policy: (attempt, _, grant, host) => {
      const bad = answers[count];
      count += 1;
      // A player that believes a bad answer has not been accepted.
      return bad === undefined ? host.accept(attempt, grant) : badly(bad, host.accept({ ...attempt }, grant));
    },
  });
  const come = (times: number, withinMs: number) =>
    Promise.race([manager?.post.until(() => count >= times || undefined, withinMs), agent.exit(withinMs)]);
  await come(1, START_LIMIT_MS);
  for (let times = 2; count === times - 1 && times <= answers.length + 1; times += 1)
    await come(times, AGAIN_WITHIN_MS);
  return { count, rest: await lookAfter(agent) };
}
