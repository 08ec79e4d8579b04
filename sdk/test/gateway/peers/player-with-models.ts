/** A player whose models define the type and the format of each member, and which refuses other values. */
import type { Body, Reply } from "./json-rpc.js";
import { bodyOf } from "./json-rpc.js";
import { type Me, now, type PlayerForm } from "./player.js";

interface MemberModel {
  readonly type: "integer" | "text" | "list";
  readonly pattern?: string;
  readonly allowed?: readonly string[];
  readonly isOptional?: true;
}

type Model = Readonly<Record<string, MemberModel>>;

interface ModelFault {
  readonly name: string;
  readonly type: string;
  readonly msg: string;
}

/** Other members are faults, too. */
function faultsOf(model: Model, content: Body): ModelFault[] {
  const unknown = Object.keys(content).filter((name) => !Object.hasOwn(model, name));
  const extra = { type: "extra_forbidden", msg: "Extra inputs are not permitted" };
  return [
    ...Object.entries(model).flatMap(([name, member]) => {
      const fault = faultOf(member, content[name]);
      return fault === undefined ? [] : [{ name, ...fault }];
    }),
    ...unknown.map((name) => ({ name, ...extra })),
  ];
}

function faultOf(
  { type, pattern, allowed, isOptional }: MemberModel,
  value: unknown,
): Omit<ModelFault, "name"> | undefined {
  if (value === undefined) return isOptional ? undefined : { type: "missing", msg: "Field required" };
  if (type === "integer") {
    if (Number.isInteger(value)) return undefined;
    return {
      type: "int_parsing",
      msg: "Input should be a valid integer, unable to parse string as an integer",
    };
  }
  if (type === "list")
    return Array.isArray(value) ? undefined : { type: "list_type", msg: "Input should be a valid list" };
  if (allowed !== undefined && !allowed.some((one) => one === value)) {
    return { type: "enum", msg: `Input should be ${allowed.map((one) => `'${one}'`).join(" or ")}` };
  }
  if (typeof value !== "string") return { type: "string_type", msg: "Input should be a valid string" };
  if (pattern === undefined || new RegExp(pattern).test(value)) return undefined;
  return { type: "string_pattern_mismatch", msg: `String should match pattern '${pattern}'` };
}

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
  protocol: "league.v2",
  message_type,
  sender: `player:${id}`,
  recipient,
  priority: 1,
  conversation_id: "conv-content",
  timestamp: now,
  data,
});

export const contentInData: PlayerForm = {
  name: "content-in-data",
  isBare: true,
  keepsId: true,
  registration: (me) =>
    whole(me, "LEAGUE_REGISTER_REQUEST", {
      display_name: me.name,
      contact_endpoint: me.url.replace(/\/mcp$/, ""),
      game_types: ["even_odd"],
    }),
  read: ({ message_type, ...request }) => {
    const type = String(message_type);
    if (ofContent[type] === undefined) return undefined;
    const named = type === "CHOOSE_PARITY" ? "CHOOSE_PARITY_CALL" : type;
    const { match_id, round_id } = bodyOf(request.data);
    return { type: named, message: { ...request, message_type, match_id, round_id } };
  },
  refuse: ({ message: { message_type, data, timestamp } }) => {
    // It refuses times in another style without a reason.
    if (!/:\d\dZ$/.test(String(timestamp))) return { status: 422, body: { detail: "Unprocessable" } };
    const type = String(message_type);
    const content = bodyOf(data);
    const faults = faultsOf(ofContent[type] ?? {}, content);
    if (faults.length > 0) {
      const lines = faults.map(
        ({ name, type: kind, msg }) =>
          `${name}\n  ${msg} [type=${kind}, input_value='x', input_type=str]\n    For further information visit https://errors.example/${kind}`,
      );
      const count = `${faults.length} validation errors for ${type}`;
      const msg = `Value error, the content does not fit ${type}: ${count}\n${lines.join("\n")}`;
      return unprocessable([{ type: "value_error", loc: ["body"], msg, input: { message_type, data } }]);
    }
    // Its opponents make the other choice.
    const isOfMatch = type !== "GAME_OVER" || content.player_a_choice !== content.player_b_choice;
    return isOfMatch ? undefined : { status: 422, body: { detail: "Unprocessable" } };
  },
  answer: ({ type, message: { match_id, round_id, sender } }, me) => {
    const says = (message_type: string, data: Body) => whole(me, message_type, data, String(sender));
    if (type === "GAME_INVITATION") return says("GAME_JOIN_ACK", { match_id, accepted: true });
    if (type === "GAME_OVER") return { acknowledged: true };
    const choice = { match_id, round_id, parity_choice: me.choice, confidence: 0.5 };
    return says("CHOOSE_PARITY_RESPONSE", choice);
  },
  reply: (_id, data) => ({
    body: { status: "success", request_id: "r-1", data, error: null, timestamp: now },
  }),
  unknown: (request) => {
    const { message_type: input } = request;
    const loc = ["body", "message_type"];
    if (input === undefined)
      return unprocessable([{ type: "missing", loc, msg: "Field required", input: request }]);
    const names = [...Object.keys(ofContent), ...knownTypes].map((one) => `'${one}'`);
    const msg = `Input should be ${names.join(", ").replace(/, ([^,]+)$/, " or $1")}`;
    return unprocessable([{ type: "enum", loc, msg, input, ctx: { expected: names.join(", ") } }]);
  },
};

function unprocessable(detail: readonly Body[]): Reply {
  return { status: 422, body: { detail } };
}
