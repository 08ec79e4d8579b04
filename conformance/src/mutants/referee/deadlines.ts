/** Referees that do not keep to the deadlines of joins and choices. */
import { deadlineOf, retryPause } from "../../contract.js";
import type { JsonObject } from "../../json/scan.js";
import type { Surgery } from "../../subject/in-process-subject.js";
import { within } from "../../time/pause.js";
import { mutant } from "../mutant.js";
import { all, mistakesTime, onCall } from "../surgery.js";
import { answerOf } from "./_calls.js";

const [JOIN, CHOICE] = ["GAME_INVITATION", "CHOOSE_PARITY_CALL"] as const;
const A_DAY = 24 * 60 * 60 * 1_000;

export default [
  mutant({
    id: "referee:impatient-for-joins",
    fault: "Waits three seconds for a join instead of five.",
    surgery: mistakesTime(deadlineOf(JOIN), deadlineOf(JOIN) * 0.6),
  }),
  mutant({
    id: "referee:impatient-for-choices",
    fault: "Waits ten seconds for a choice instead of thirty.",
    surgery: mistakesTime(deadlineOf(CHOICE), deadlineOf(CHOICE) / 3),
  }),
  mutant({
    id: "referee:waits-for-ever-for-joins",
    fault: "Sets no deadline for a join.",
    surgery: mistakesTime(deadlineOf(JOIN), A_DAY),
  }),
  mutant({
    id: "referee:waits-for-ever-for-choices",
    fault: "Sets no deadline for a choice.",
    surgery: mistakesTime(deadlineOf(CHOICE), A_DAY),
  }),
  mutant({
    id: "referee:repeats-open-invitations",
    fault: "Repeats an invitation that is still open.",
    surgery: repeatsOpen(JOIN),
  }),
  mutant({
    id: "referee:repeats-open-calls",
    fault: "Repeats a choice call that is still open.",
    surgery: repeatsOpen(CHOICE),
  }),
  mutant({
    id: "referee:asks-again-at-once",
    fault: "Makes no pause before it asks again.",
    surgery: mistakesTime(retryPause(CHOICE, 0), 1),
  }),
  mutant({
    id: "referee:asks-only-once",
    fault: "Sends each invitation and each choice call once, and never again.",
    surgery: () =>
      all(
        mistakesTime(retryPause(CHOICE, 0), 1),
        counted(JOIN, (count) => (count === 1 ? 1 : 0)),
        counted(CHOICE, (count) => (count === 1 ? 1 : 0)),
      ),
  }),
  mutant({
    id: "referee:forfeits-early",
    fault: "Gives a player up that has not answered within a third of its deadline, and does not ask again.",
    surgery: () =>
      all(
        mistakesTime(deadlineOf(JOIN), deadlineOf(JOIN) / 3),
        mistakesTime(deadlineOf(CHOICE), deadlineOf(CHOICE) / 3),
        mistakesTime(retryPause(CHOICE, 0), 1),
        counted(JOIN, (count) => (count === 1 ? 1 : 0)),
        counted(CHOICE, (count) => (count === 1 ? 1 : 0)),
      ),
  }),
  mutant({
    id: "referee:invites-too-often",
    fault: "Sends each repeated invitation twice.",
    surgery: () => counted(JOIN, (count) => (count === 1 ? 1 : 2)),
  }),
];

/** Half way to the deadline the request goes out once more. */
function repeatsOpen(type: typeof JOIN | typeof CHOICE): Surgery {
  return onCall(type, (send, body, { clock }) => {
    const answer = send(body);
    void within(clock, deadlineOf(type) / 2, answer, () =>
      send({ ...body, id: `again-${String(body.id)}` }),
    ).catch(() => undefined);
    return answer;
  });
}

/** How often the n-th attempt to ask a player is really sent. One that is not sent fails at once. */
function counted(type: string, times: (attempt: number) => number): Surgery {
  const attempts = new Map<string, number>();
  return onCall(type, async (send, body, _, url) => {
    const key = `${String((body.params as JsonObject).match_id)} ${url}`;
    const attempt = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, attempt);
    if (times(attempt) === 0) {
      return answerOf({ jsonrpc: "2.0", id: body.id, error: { code: -32_001, message: "not sent" } });
    }
    for (let i = 1; i < times(attempt); i += 1)
      void send({ ...body, id: `copy-${String(body.id)}` }).catch(() => undefined);
    return send(body);
  });
}
