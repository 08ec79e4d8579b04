/** Referees whose repeated invitations and choice calls are not what the first ones were. */
import { deadlineOf } from "../../contract.js";
import { TransportError } from "../../doors.js";
import type { JsonObject } from "../../json/scan.js";
import type { Surgery } from "../../subject/in-process-subject.js";
import { pause } from "../../time/pause.js";
import { type Mutant, mutant } from "../mutant.js";
import { onCall, type Send } from "../surgery.js";

const [JOIN, CHOICE] = ["GAME_INVITATION", "CHOOSE_PARITY_CALL"] as const;

const opponent = (call: JsonObject) => (call.context as JsonObject).opponent_id;

const changed: Record<
  string,
  [fault: string, type: string, change: (again: JsonObject, first: JsonObject) => JsonObject]
> = {
  "repeats-in-another-role": [
    "Tells whomever it invites again that it is player A.",
    JOIN,
    () => ({ role_in_match: "PLAYER_A" }),
  ],
  "repeats-in-another-conversation": [
    "Begins a new conversation with every repeated invitation.",
    JOIN,
    ({ conversation_id }) => ({ conversation_id: `${String(conversation_id)}-again` }),
  ],
  "repeats-for-the-opponent": [
    "Names the opponent in player_id of a repeated choice call.",
    CHOICE,
    (again) => ({ player_id: opponent(again) }),
  ],
  "repeats-an-old-deadline": [
    "Repeats a choice call with the deadline of the first one.",
    CHOICE,
    (_, { deadline }) => ({ deadline }),
  ],
};

export default [
  ...Object.entries(changed).map(
    ([name, [fault, type, change]]): Mutant =>
      mutant({
        id: `referee:${name}`,
        fault,
        surgery: () =>
          repeated(type, (send, body, first) => {
            const again = body.params as JsonObject;
            return send({ ...body, params: { ...again, ...change(again, first) } });
          }),
      }),
  ),
  mutant({
    id: "referee:impatient-with-repeated-invitations",
    fault: "Waits one second for the answer to a repeated invitation.",
    surgery: () => impatient(JOIN, 1_000),
  }),
  mutant({
    id: "referee:impatient-with-repeated-calls",
    fault: "Waits ten seconds for the answer to a repeated choice call.",
    surgery: () => impatient(CHOICE, 10_000),
  }),
  mutant({
    id: "referee:deaf-to-the-last-answer",
    fault: "Asks a player for the fourth time, and does not read its answer.",
    surgery: () => {
      const count = new Map<string, number>();
      return onCall("*", async (send, body, _, url) => {
        const { message_type, match_id } = body.params as JsonObject;
        const key = `${String(message_type)} ${String(match_id)} ${url}`;
        const attempt = (count.get(key) ?? 0) + 1;
        count.set(key, attempt);
        const reply = await send(body);
        if ((message_type !== JOIN && message_type !== CHOICE) || attempt < 4) return reply;
        return { ...reply, body: "" };
      });
    },
  }),
  mutant({
    id: "referee:one-clock-for-a-match",
    fault: "Counts the thirty seconds for a choice from the invitation on.",
    surgery: () => {
      const begun = new Map<unknown, number>();
      return onCall("*", (send, body, { clock }) => {
        const { message_type, match_id } = body.params as JsonObject;
        if (message_type === JOIN && !begun.has(match_id)) begun.set(match_id, clock.now());
        const left = (begun.get(match_id) ?? clock.now()) + deadlineOf(CHOICE) - clock.now();
        return message_type === CHOICE ? atMost(send(body), pause(clock, Math.max(1, left))) : send(body);
      });
    },
  }),
];

function impatient(type: string, ms: number): Surgery {
  return repeated(type, (send, body, _, after) => atMost(send(body), after(ms)));
}

/** Does this with every call of the type but the first one of a match to a player. */
function repeated(
  type: string,
  act: (
    send: Send,
    body: JsonObject,
    first: JsonObject,
    after: (ms: number) => Promise<void>,
  ) => ReturnType<Send>,
): Surgery {
  const firsts = new Map<string, JsonObject>();
  return onCall(type, (send, body, { clock }, url) => {
    const message = body.params as JsonObject;
    const key = `${String(message.match_id)} ${url}`;
    const first = firsts.get(key);
    firsts.set(key, first ?? message);
    return first === undefined ? send(body) : act(send, body, first, (ms) => pause(clock, ms));
  });
}

function atMost(answer: ReturnType<Send>, over: Promise<void>): ReturnType<Send> {
  const late = over.then(() => {
    throw new TransportError("aborted", "given up");
  });
  return Promise.race([answer, late]);
}
