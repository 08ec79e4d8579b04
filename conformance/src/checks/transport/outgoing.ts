import type { AgentInstance } from "../../fixtures/start.js";
import type { TransportFixture } from "../../fixtures/transport-fixture.js";
import { show } from "../../json/text.js";
import { records } from "../../peers/actors/behaviour.js";
import type { Received } from "../../peers/exchange/received.js";
import { deadlineOf, gracePeriodMs, quickMatch } from "../../time/protocol-deadlines.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { CheckFailure } from "../../verdict.js";
import {
  afterFirst,
  afterReset,
  BAD_ANSWERS,
  FAILED_CALL,
  heldCalls,
  sharedAssignments,
  THOUGHT_MS,
} from "./helpers/failed-calls.js";
import { requests } from "./helpers/json-rpc.js";

const MATCHES_AT_ONCE = 2;

/** The clauses that require each role to repeat a failed call. */
const REPEATING = { player: "PLY-REG-05", referee: "REF-REP-04", manager: "LM-MATCH-02" } as const;

const STARTING = requests(24);

export const outgoingChecks: readonly Check<TransportFixture>[] = [
  ...BAD_ANSWERS.map(
    ({ what, answer: bad }): Check<TransportFixture> => ({
      id: `transport/outgoing/${what.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`,
      title: `treats ${what} as a failed call, and still answers requests`,
      decides: ["TRN-OUT-03"],
      needs: { command: ["player", "manager"] },
      steps: [times(2, FAILED_CALL), requests(1), gracePeriodMs()],
      async run(fixture) {
        const plain = await afterReset(fixture);
        const { call, again, failed, afterwards } = await afterFirst(fixture, bad);
        // A player that could not register may end (IS: REGISTRATION_FAILED).
        const mayEnd = fixture.role === "player";
        fixture.expect.that(mayEnd || !failed, {
          diagnosis: `the agent's process ended with an error after ${call} was answered with ${what}`,
          expected: "a failed call, as when the connection breaks",
          received: "the end of the process",
        });
        const isAlive = afterwards?.answer.failure === undefined || afterwards.exit?.code === 0;
        fixture.expect.that(isAlive, {
          diagnosis: `after ${call} had been answered with ${what}, a request to the agent ${afterwards === undefined ? "" : afterwards.answer.describeAsEnd()}`,
          expected: "any answer",
          received: afterwards?.answer.describe() ?? "nothing",
        });
        if (again || failed) return;
        if (!plain.again) {
          const why = `the agent does not repeat ${call} when the connection breaks, so that a failed call cannot be recognised`;
          fixture.notExercised(why);
        }
        // TRN-OUT-03 does not require that a failed call is repeated; another clause of each role does.
        throw new CheckFailure({
          diagnosis: `${call} was answered with ${what}, and the agent did not repeat it, as it does when the connection breaks`,
          expected: "a failed call, which is repeated",
          received: "no repetition",
          clauses: [REPEATING[fixture.role]],
        });
      },
    }),
  ),
  {
    id: "transport/outgoing/ids-at-once",
    title: "gives calls that it makes to one peer at the same time different ids",
    decides: ["TRN-OUT-02"],
    needs: { command: ["manager"] },
    steps: [STARTING, FAILED_CALL, times(2, quickMatch())],
    async run(fixture) {
      if (fixture.role === "player") fixture.notExercised("a player makes one call at a time");
      const calls = await (fixture.role === "referee"
        ? reports(await fixture.withPeers())
        : assignments(fixture));
      const [first] = calls;
      const open = openWith(calls);
      if (first === undefined || open.length === 0)
        fixture.notExercised("the agent had no two calls open with one peer");
      const ids = [first, ...open].map((call) => call?.id);
      fixture.expect.that(new Set(ids).size === ids.length, {
        diagnosis: `the agent had ${ids.length} calls (${first?.type ?? ""}) open with one peer at the same time, with the ids ${show(ids)}`,
        expected: "different ids",
        received: show(ids),
      });
    },
  },
  {
    id: "transport/outgoing/other-ids",
    title: "does not accept a response with another id as the answer to its call",
    decides: ["TRN-OUT-04"],
    needs: { command: ["player", "manager"] },
    steps: [times(2, FAILED_CALL)],
    async run(fixture) {
      const plain = await afterReset(fixture);
      const odd = await afterFirst(fixture, "other id");
      if (!plain.again)
        fixture.notExercised(`the agent does not repeat ${odd.call} when the connection breaks`);
      fixture.expect.that(odd.again || odd.failed, {
        diagnosis: `the response to ${odd.call} had another id than the call, and the agent took it for the answer`,
        expected: "a failed call",
        received: "no repetition",
      });
    },
  },
];

/** Of a referee that plays two matches at once. */
async function reports({ matches, manager }: AgentInstance): Promise<Received[]> {
  if (matches === undefined || matches.capacity < MATCHES_AT_ONCE) return [];
  const slow = { reports: [records({ afterMs: THOUGHT_MS })] };
  const played = await Promise.all(Array.from({ length: MATCHES_AT_ONCE }, () => matches.runMatch(slow)));
  const own = new Set<unknown>(played.map(({ matchId }) => matchId));
  const reports = manager?.receivedOf("MATCH_RESULT_REPORT") ?? [];
  return reports.filter(({ message }) => own.has(message.match_id));
}

/** The calls that came before the peer had answered the first one. */
function openWith(calls: readonly Received[]): readonly Received[] {
  return calls.filter(({ at_ms }, i) => i > 0 && at_ms - (calls[0]?.at_ms ?? 0) < THOUGHT_MS);
}

/** The RUN_MATCH calls of a league manager whose only referee accepts several matches at once. */
async function assignments(fixture: TransportFixture): Promise<readonly Received[]> {
  const held = heldCalls(await sharedAssignments(fixture));
  if (openWith(held).length > 0) return held;
  const purpose = "two matches at once for one referee";
  const { managed: league } = await fixture.launch({ players: 2 * MATCHES_AT_ONCE, referees: 1, purpose });
  const referee = await league?.addReferee({
    maxConcurrentMatches: MATCHES_AT_ONCE,
    react: ({ type, message }) =>
      type === "RUN_MATCH"
        ? {
            say: "RUN_MATCH_ACK",
            fields: { match_id: message.match_id, status: "acknowledged" },
            afterMs: THOUGHT_MS,
          }
        : undefined,
  });
  for (let i = 0; i < 2 * MATCHES_AT_ONCE; i += 1) await league?.addPlayer();
  const enough = () => (referee?.receivedOf("RUN_MATCH").length ?? 0) >= MATCHES_AT_ONCE;
  await league?.play({ enough, quietMs: deadlineOf("RUN_MATCH"), withinMs: quickMatch() });
  return referee?.receivedOf("RUN_MATCH") ?? [];
}
