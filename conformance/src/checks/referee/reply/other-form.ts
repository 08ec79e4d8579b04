import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { isObject } from "../../../json/pointer.js";
import { altered, chooses, joins, type Step } from "../../../peers/behaviour.js";
import { playCases } from "../_cases.js";
import { mustLose } from "../_loss.js";
import { inTurn, refusedMatch } from "../_times.js";

/** A reply that is right but for this. */
const FLAWS: readonly { how: string; flawed: (step: Step) => Step }[] = [
  { how: 'whose jsonrpc is "1.0"', flawed: (step) => altered(step, (body) => ({ ...body, jsonrpc: "1.0" })) },
  {
    how: "whose message_type is GAME_OVER_ACK",
    flawed: (step) =>
      altered(step, ({ result, ...body }) => ({
        ...body,
        result: isObject(result) ? { ...result, message_type: "GAME_OVER_ACK" } : result,
      })),
  },
];

/** What is read without a look at what it is will one day be read from an answer to something else. */
export default check<RefereeBench>({
  id: "referee/reply/other-form",
  title: "takes no join or choice from a response of another JSON-RPC version or from another message",
  decides: ["REF-REPLY-04"],
  kills: ["referee:accepts-other-versions", "referee:accepts-other-messages"],
  patient: true,
  worstCaseMs: inTurn(2 * FLAWS.length, refusedMatch),
  async run(bench) {
    // What a form without JSON-RPC around its answers would have to look at, no document says.
    if (!bench.form.isLeagueForm) return bench.notApplicable(`the wire form is ${bench.form.name}`);
    // A tool's answer is known by the call of the tool; its message_type is nothing that anybody reads.
    const flaws = bench.profile.request === "params" ? FLAWS : FLAWS.slice(0, 1);
    const cases = flaws.flatMap(({ how, flawed }) => [
      {
        what: `A answered each invitation with a join ${how}`,
        a: { join: flawed(joins()) },
        patienceMs: refusedMatch,
      },
      {
        what: `A answered each choice call with a choice ${how}`,
        a: { choice: flawed(chooses("even")) },
        patienceMs: refusedMatch,
      },
    ]);
    await playCases(bench.league, cases, (match, { what }) => mustLose(bench, match, "A", what));
  },
});
