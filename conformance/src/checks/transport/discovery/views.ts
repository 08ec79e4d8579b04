import type { LaunchedAgent, TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import type { Answer } from "../../../peers/answer.js";
import type { Twist } from "../../../peers/speaker.js";
import { quickMatch } from "../../../time/mandates.js";
import { came, INVALID_PARAMS, METHOD_NOT_FOUND, tell, timeFor } from "../_rpc.js";

interface View {
  /** Asks for it with this token, or with none. */
  ask(token: string | undefined): Promise<Answer>;
  /** Whose bearer it is shown to. */
  token: string | undefined;
}

export default check<TransportBench>({
  id: "transport/discovery/views",
  title: "shows its state to whoever bears the right token, and to nobody else",
  decides: ["TRN-DISC-04"],
  kills: ["transport:shows-its-state-to-anybody"],
  needs: { command: ["manager"] },
  worstCaseMs: timeFor(24) + quickMatch(),
  async run(bench) {
    const { ask, token } = await viewOf(bench, await bench.surroundings());
    const own = await ask(token);
    const code = own.outcome === "refusal" ? own.refusal.code : undefined;
    if (code === METHOD_NOT_FOUND || code === INVALID_PARAMS)
      bench.notApplicable(`it offers no such view (${own.describe()})`);
    if (own.outcome !== "message")
      bench.notExercised(`it shows nothing to the bearer of the right token: ${own.describe()}`);
    bench.expect(own.result, "the view").isObject();
    for (const wrong of [undefined, "0".repeat(32)]) {
      const answer = await ask(wrong);
      const bearer = wrong === undefined ? "without a token" : "with a token that nobody has";
      bench.expect.that(answer.outcome !== "message", {
        diagnosis: `${answer.question} ${bearer} ${came(answer)}`,
        expected: "a refusal",
        received: tell(answer),
      });
    }
  },
});

async function viewOf(bench: TransportBench, { agent, league, matches }: LaunchedAgent): Promise<View> {
  const operator = bench.speaker("operator");
  if (league !== undefined) {
    const seat = await league.seatPlayer();
    if (!seat.accepted) bench.notExercised("the league manager let no player in, whose token would do");
    return { ask: (token) => seat.say("GET_STANDINGS", {}, bearing(token)), token: seat.token };
  }
  const { token } = agent;
  if (bench.role === "player")
    return { ask: (bearer) => operator.say(agent, "GET_PLAYER_STATE", {}, bearing(bearer)), token };
  // A match that is over holds no place that another check needs.
  const match = await matches?.runMatch();
  const match_id = match?.matchId;
  return { ask: (bearer) => operator.say(agent, "GET_MATCH_STATE", { match_id }, bearing(bearer)), token };
}

function bearing(token: string | undefined): Twist {
  return token === undefined ? { remove: ["/auth_token"] } : { set: { "/auth_token": token } };
}
