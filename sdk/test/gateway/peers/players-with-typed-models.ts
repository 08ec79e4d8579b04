/** A player whose models define the type and the format of each member, and which refuses other values. */
import { now } from "./player-messages.js";
import { faultsOf, type Model } from "./value-models.js";
import { type Body, bodyOf, type Me, type PlayerHabits, type Reply } from "./wild-player.js";

const text = { type: "text" } as const;
const integer = { type: "integer" } as const;

/** A plain POST of a message whose content is in `data`, in requests and answers; the answer is in `data` of a result. */
const ofContent: Readonly<Record<string, Model>> = {
  GAME_INVITATION: {
    match_id: { ...text, pattern: String.raw`^M-\d+$` },
    round_id: integer,
    opponent_id: { ...text, pattern: "^player:.+$" },
    role_in_match: { ...text, allowed: ["A", "B"] },
  },
  CHOOSE_PARITY: {
    match_id: { ...text, pattern: String.raw`^M-\d+$` },
    round_id: integer,
    opponent_history: { type: "list", isOptional: true },
  },
  GAME_OVER: {
    match_id: text,
    round_id: integer,
    player_a_choice: { ...text, allowed: ["even", "odd"] },
    player_b_choice: { ...text, allowed: ["even", "odd"] },
    random_number: integer,
    winner_id: { ...text, isOptional: true },
    calculation: text,
    duration_ms: integer,
  },
};

const knownTypes = ["LEAGUE_REGISTER_REQUEST", "GAME_JOIN_ACK", "CHOOSE_PARITY_RESPONSE", "HEARTBEAT"];

const whole = ({ id }: Me, message_type: string, data: Body, recipient = "manager:league"): Body => ({
  ...{ protocol: "league.v2", message_type, sender: `player:${id}`, recipient, priority: 1 },
  ...{ conversation_id: "conv-content", timestamp: now, data },
});

export const contentInData: PlayerHabits = {
  name: "content-in-data",
  isBare: true,
  registration: (me) =>
    whole(me, "LEAGUE_REGISTER_REQUEST", {
      ...{ display_name: me.name, contact_endpoint: me.url.replace(/\/mcp$/, ""), game_types: ["even_odd"] },
    }),
  // It reads only the HTTP status of the answer.
  joined: ({ status }, { id }) => (status === "ACCEPTED" ? { id, token: "" } : undefined),
  answer: (request, me, understood) => {
    const { message_type, data, sender, timestamp } = request;
    const type = String(message_type);
    if (message_type === undefined) {
      return unprocessable([
        { type: "missing", loc: ["body", "message_type"], msg: "Field required", input: request },
      ]);
    }
    const model = ofContent[type];
    if (model === undefined) {
      const names = [...Object.keys(ofContent), ...knownTypes].map((one) => `'${one}'`);
      const msg = `Input should be ${names.join(", ").replace(/, ([^,]+)$/, " or $1")}`;
      const ctx = { expected: names.join(", ") };
      return unprocessable([{ type: "enum", loc: ["body", "message_type"], msg, input: type, ctx }]);
    }
    // It refuses times in another style without a reason.
    if (!/:\d\dZ$/.test(String(timestamp))) return { status: 422, body: { detail: "Unprocessable" } };
    const content = bodyOf(data);
    const faults = faultsOf(model, content, true);
    if (faults.length > 0) {
      const lines = faults.map(
        ({ name, type: kind, msg }) =>
          `${name}\n  ${msg} [type=${kind}, input_value='x', input_type=str]\n    For further information visit https://errors.example/${kind}`,
      );
      const count = `${faults.length} validation errors for ${type}`;
      const msg = `Value error, the content does not fit ${type}: ${count}\n${lines.join("\n")}`;
      return unprocessable([{ type: "value_error", loc: ["body"], msg, input: { message_type, data } }]);
    }
    const { match_id, round_id, player_a_choice, player_b_choice } = content;
    // Its opponents make the other choice.
    const areOfMatch = player_a_choice !== player_b_choice;
    if (type === "GAME_OVER" && !areOfMatch) return { status: 422, body: { detail: "Unprocessable" } };
    understood(type === "CHOOSE_PARITY" ? "CHOOSE_PARITY_CALL" : type, content);
    const answers: Readonly<Record<string, Body>> = {
      GAME_INVITATION: whole(me, "GAME_JOIN_ACK", { match_id, accepted: true }, String(sender)),
      CHOOSE_PARITY: whole(
        me,
        "CHOOSE_PARITY_RESPONSE",
        { match_id, round_id, parity_choice: me.choice, confidence: 0.5 },
        String(sender),
      ),
    };
    const answer = answers[type] ?? { acknowledged: true };
    return { body: { status: "success", request_id: "r-1", data: answer, error: null, timestamp: now } };
  },
};

function unprocessable(detail: readonly Body[]): Reply {
  return { status: 422, body: { detail } };
}
