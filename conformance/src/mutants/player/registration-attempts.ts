/** Players that lose patience with their league manager too early, too late, or in the wrong rhythm. */
import { deadlineOf, protocol } from "../../contract.js";
import { TransportError } from "../../doors.js";
import type { Surgery } from "../../subject/in-process-subject.js";
import { mutant } from "../mutant.js";
import { mistakesTime, onCall } from "../surgery.js";
import { living } from "./_life.js";

const never = new Promise<never>(() => undefined);

const deadline = deadlineOf("LEAGUE_REGISTER_REQUEST");

/** After so many attempts no other one leaves the player. */
function tries(attempts: number): () => Surgery {
  return () => {
    let count = 0;
    return onCall("LEAGUE_REGISTER_REQUEST", async (send, body) => {
      count += 1;
      if (count > attempts) throw new TransportError("aborted", "I have given up");
      return send(body);
    });
  };
}

export default [
  mutant({
    id: "player:gives-up-at-once",
    fault: "Ends when its first attempt to register fails.",
    surgery: tries(1),
  }),
  mutant({
    id: "player:tries-twice",
    fault: "Tries to register twice instead of four times.",
    surgery: tries(2),
  }),
  mutant({
    id: "player:pauses-do-not-grow",
    fault: "Tries to register again after the same short pause each time.",
    surgery: {
      clock: (inner) => ({
        now: () => inner.now(),
        after: (ms, run) =>
          inner.after(ms <= protocol.backoff.maximumMs ? protocol.backoff.firstMs : ms, run),
      }),
    },
  }),
  mutant({
    id: "player:impatient-to-register",
    fault: "Waits three seconds for the answer to its registration instead of ten.",
    surgery: mistakesTime(deadline, 3_000),
  }),
  mutant({
    id: "player:waits-for-ever-to-register",
    fault: "Waits for the answer to its registration for ever.",
    surgery: mistakesTime(deadline, 1_000 * deadline),
  }),
  mutant({
    id: "player:stays-without-a-league",
    fault: "Runs on when no attempt to register was answered.",
    surgery: tries(protocol.retries.registrationAttempts),
    agent: living(({ registered }) => ({ registered: registered.catch(() => never) })),
  }),
  mutant({
    id: "player:content-without-a-league",
    fault: "Ends with exit status 0 when no attempt to register was answered.",
    surgery: tries(protocol.retries.registrationAttempts),
    agent: living(({ registered, done }) => ({
      registered: never,
      done: Promise.race([
        done,
        registered.then(
          () => never,
          () => "unheard",
        ),
      ]),
    })),
  }),
];
