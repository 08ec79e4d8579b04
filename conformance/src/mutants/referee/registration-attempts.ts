/** Wrong ways of trying to register. */
import { deadlineOf, methodOf } from "../../contract.js";
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import { type Mutant, mutant } from "../mutant.js";
import { givesUpAfter, onCall } from "../surgery.js";
import { changeAnswered, resultOf } from "./_calls.js";

const REGISTER = "REFEREE_REGISTER_REQUEST";
const deadline = deadlineOf(REGISTER);
const attempts = 1 + (methodOf(REGISTER)?.retries ?? 0);

const mutants: readonly Mutant[] = [
  mutant({
    id: "referee:never-registers",
    fault: "Behaves as if it had registered, and has not.",
    surgery: onCall(REGISTER, async (_, body) => resultOf(body, accepted(body.params as JsonObject))),
  }),
  mutant({
    id: "referee:registers-once",
    fault: "Registers once and never again, whatever becomes of it.",
    surgery: () => {
      let count = 0;
      return onCall(REGISTER, (send, body) => {
        count += 1;
        return count === 1 ? send(body) : new Promise<never>(() => undefined);
      });
    },
  }),
  mutant({
    id: "referee:registers-for-ever",
    fault: "Goes on registering when it should have given up.",
    surgery: () => {
      let count = 0;
      return onCall(REGISTER, (send, body, { clock }) => {
        const again = () => {
          void send(body).catch(() => undefined);
          clock.after(deadline / 2, again);
        };
        count += 1;
        if (count === attempts) clock.after(deadline / 2, again);
        return send(body);
      });
    },
  }),
  mutant({
    id: "referee:hammers-the-manager",
    fault: "Makes equal, very short pauses between its attempts to register.",
    surgery: {
      clock: (inner) => ({
        now: () => inner.now(),
        after: (ms, run) => inner.after(ms > 0 && ms < 1_000 ? 20 : ms, run),
      }),
    },
  }),
  mutant({
    id: "referee:impatient-registration",
    fault: "Waits three seconds for the answer to its registration.",
    surgery: givesUpAfter(REGISTER, deadline * 0.3),
  }),
  mutant({
    id: "referee:ignores-rejection",
    fault: "Goes on as a member of the league when it was rejected.",
    surgery: changeAnswered(REGISTER, (answer, { message }) =>
      answer.status === "REJECTED" ? accepted(message) : undefined,
    ),
  }),
];

/** An answer that nobody gave. */
function accepted({ protocol, timestamp, conversation_id, referee_meta }: JsonObject): JsonObject {
  const name = isObject(referee_meta) ? referee_meta.display_name : "";
  const granted = {
    status: "ACCEPTED",
    referee_id: "REF01",
    auth_token: `token-of-${String(name)}`,
    league_id: "league_1",
    reason: null,
  };
  return {
    protocol,
    message_type: "REFEREE_REGISTER_RESPONSE",
    sender: "league_manager",
    timestamp,
    conversation_id,
    ...granted,
  };
}

export default mutants;
