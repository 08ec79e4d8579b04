import { deadlineOf, protocol } from "../../contract.js";
import { TransportError } from "../../doors.js";
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import { pause } from "../../time/pause.js";
import { type Mutant, mutant } from "../mutant.js";
import { answerInstead, mistakesTime, onCall } from "../surgery.js";
import { mortal } from "./_agents.js";
import { acknowledged, refused } from "./_calls.js";
import { type Knowledge, knowing } from "./_knowledge.js";

const DEADLINE_MS = deadlineOf("ROUND_ANNOUNCEMENT");
const MISSES = protocol.league.suspensionAfterMisses;

/** What became of a call: an answer as it should be, an error in whatever form, nonsense, or nothing at all. */
type Fate = "answered" | "error" | "nonsense" | "nothing";

function fateOf({ status, body }: { status: number; body: string }): Fate {
  if (status !== 200) return "error";
  try {
    const json: unknown = JSON.parse(body);
    if (isObject(json)) return json.error === undefined ? "answered" : "error";
  } catch {
    // Whatever it is, it is no JSON.
  }
  return "nonsense";
}

/** Does something when a call to agents of this role, or of this type, comes to such an end. */
function at(role: "player" | "referee", fates: readonly Fate[], act: (knowledge: Knowledge) => void) {
  return knowing((knowledge) =>
    onCall(role === "referee" ? "RUN_MATCH" : "*", async (send, body, _, url) => {
      if (knowledge.at(url)?.role !== role) return send(body);
      const reply = await send(body).catch((error: unknown) => {
        if (fates.includes("nothing")) act(knowledge);
        throw error;
      });
      if (fates.includes(fateOf(reply))) act(knowledge);
      return reply;
    }),
  );
}

/** Takes a RUN_MATCH that came to such an end for acknowledged. */
function takesForAcknowledged(fates: readonly Fate[]) {
  return onCall("RUN_MATCH", (send, body, { clock }) => {
    const sent = send(body).then(
      (reply) => (fates.includes(fateOf(reply)) ? acknowledged(body) : reply),
      (error: unknown) => {
        if (fates.includes("nothing")) return acknowledged(body);
        throw error;
      },
    );
    if (!fates.includes("nothing")) return sent;
    return Promise.race([sent, pause(clock, DEADLINE_MS - 1).then(() => acknowledged(body))]);
  });
}

export default [
  mutant({
    id: "manager:waits-thirty-seconds",
    fault: "Waits thirty seconds for every acknowledgement.",
    surgery: mistakesTime(DEADLINE_MS, 3 * DEADLINE_MS),
  }),
  mutant({
    id: "manager:stops-for-a-silent-player",
    fault: "Waits for ever for an acknowledgement.",
    surgery: mistakesTime(DEADLINE_MS, 10 ** 9),
  }),
  mutant({
    id: "manager:dies-with-a-player",
    fault: "Its process ends when a player cannot be reached.",
    agent: mortal,
    surgery: at("player", ["nothing"], ({ die }) => die()),
  }),
  mutant({
    id: "manager:stops-for-a-dead-player",
    fault: "Does nothing more when a player cannot be reached.",
    surgery: at("player", ["nothing"], ({ stop }) => stop()),
  }),
  mutant({
    id: "manager:dies-of-nonsense",
    fault: "Its process ends when an agent answers with something that is no JSON.",
    agent: mortal,
    surgery: at("player", ["nonsense"], ({ die }) => die()),
  }),
  mutant({
    id: "manager:stops-at-an-error",
    fault: "Does nothing more when a player answers with an error.",
    surgery: at("player", ["error"], ({ stop }) => stop()),
  }),
  mutant({
    id: "manager:waits-for-dead-referees",
    fault: "Waits for the report of a referee that was never reached.",
    surgery: takesForAcknowledged(["nothing"]),
  }),
  mutant({
    id: "manager:dies-with-a-referee",
    fault: "Its process ends when a referee cannot be reached.",
    agent: mortal,
    surgery: at("referee", ["nothing"], ({ die }) => die()),
  }),
  mutant({
    id: "manager:takes-errors-for-acknowledgements",
    fault: "Waits for the report of a referee that has answered with an error.",
    surgery: takesForAcknowledged(["error", "nonsense"]),
  }),
  mutant({
    id: "manager:ends-with-a-failed-match",
    fault: "Does nothing more when a referee refuses a match.",
    surgery: at("referee", ["error"], ({ stop }) => stop()),
  }),
  mutant({
    id: "manager:never-suspends",
    fault: "Waits for a player every time, however often it has not answered.",
    surgery: knowing((knowledge) =>
      onCall("*", (send, body, { clock }, url) => {
        if (knowledge.at(url)?.role !== "player") return send(body);
        return Promise.race([send(body), pause(clock, DEADLINE_MS - 1).then(() => refused(body))]);
      }),
    ),
  }),
  mutant({
    id: "manager:forgets-the-suspended",
    fault: "Tells nothing more to a player that has missed three messages.",
    surgery: () => missing((send, body, isLost) => (isLost ? Promise.reject(lost()) : send(body))),
  }),
  mutant({
    id: "manager:never-forgives",
    fault: "Never waits again for a player that has missed three messages.",
    surgery: () =>
      missing((send, body, isLost) => {
        if (!isLost) return send(body);
        void send(body).catch(() => undefined);
        return Promise.reject(lost());
      }),
  }),
  mutant({
    id: "manager:obeys-shutdown",
    fault: "Ends at a SHUTDOWN_COMMAND, whoever sends it.",
    agent: mortal,
    surgery: knowing(({ die }) =>
      answerInstead("SHUTDOWN_COMMAND", () => {
        die();
        return undefined;
      }),
    ),
  }),
] satisfies Mutant[];

type Act = Parameters<typeof onCall>[1];

/** Knows to which endpoint three calls in a row were in vain. */
function missing(
  act: (send: Parameters<Act>[0], body: Parameters<Act>[1], isLost: boolean) => ReturnType<Act>,
) {
  const misses = new Map<string, number>();
  return onCall("*", async (send, body, { clock }, url) => {
    const count = misses.get(url) ?? 0;
    if ((body.params as JsonObject).message_type === "RUN_MATCH") return send(body);
    if (count >= MISSES) return act(send, body, true);
    let answered = false;
    clock.after(DEADLINE_MS - 1, () => {
      if (!answered) misses.set(url, count + 1);
    });
    const reply = await act(send, body, false);
    answered = true;
    misses.set(url, 0);
    return reply;
  });
}

function lost(): TransportError {
  return new TransportError("unreachable", "it is not there");
}
