/** How many GAME_OVERs a second each validator checks, valid ones and invalid ones. */
import { playerServes, validateGameOver } from "@league-v2/contract";
import { Type } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { Ajv2020 } from "ajv/dist/2020.js";
import { invalid, requestSchema, valid } from "./game-over.ts";
import { atLeast, type Contender, inRounds, type Section } from "./report.ts";
import { gameOverSchema, ID, SENDER, TIMESTAMP } from "./zod-schema.ts";

interface Validator extends Contender {
  readonly check: (message: unknown) => boolean;
}

const id = Type.RegExp(ID);
const parityOrNull = Type.Union([Type.Literal("even"), Type.Literal("odd"), Type.Null()]);
const typebox = TypeCompiler.Compile(
  Type.Object({
    protocol: Type.Literal("league.v2"),
    message_type: Type.Literal("GAME_OVER"),
    sender: Type.RegExp(SENDER),
    timestamp: Type.RegExp(TIMESTAMP),
    conversation_id: Type.String({ minLength: 1 }),
    auth_token: Type.Optional(Type.Union([Type.String({ minLength: 1 }), Type.Null()])),
    match_id: id,
    game_type: Type.String(),
    game_result: Type.Object({
      status: Type.Union([Type.Literal("WIN"), Type.Literal("DRAW"), Type.Literal("TECHNICAL_LOSS")]),
      winner_player_id: Type.Union([id, Type.Null()]),
      drawn_number: Type.Union([Type.Integer({ minimum: 1, maximum: 10 }), Type.Null()]),
      number_parity: parityOrNull,
      choices: Type.Record(Type.String(), parityOrNull),
      reason: Type.String(),
    }),
  }),
);

const ajv = new Ajv2020({ strict: false }).compile(requestSchema);
const ajvOurOptions = new Ajv2020({ strict: false, allErrors: true, ownProperties: true }).compile(
  requestSchema,
);

export const validators: readonly Validator[] = [
  {
    name: "hand-written check",
    remark: "says yes or no, stops at the first fault",
    check: (message) => isGameOver(message),
  },
  {
    name: "@league-v2/contract, of an agent",
    remark: "says yes or no",
    limit: atLeast(0.7),
    check: (message) => playerServes.notify_match_result.validateRequest(message),
  },
  {
    name: "@league-v2/contract, validateGameOver",
    remark: "collects all faults: an agent asks it for a message that does not fit",
    check: (message) => validateGameOver(message),
  },
  { name: "Ajv 8 at run time", remark: "stops at the first fault", check: (message) => ajv(message) },
  {
    name: "Ajv 8 at run time, our options",
    remark: "collects all faults, asks for own properties",
    check: (message) => ajvOurOptions(message),
  },
  {
    name: "TypeBox 0.34, compiled",
    remark: "says yes or no, stops at the first fault",
    check: (message) => typebox.Check(message),
  },
  {
    name: "zod 4",
    remark: "collects all faults, copies what it accepts",
    check: (message) => gameOverSchema.safeParse(message).success,
  },
];

type Members = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isMatching(value: unknown, pattern: RegExp): boolean {
  return typeof value === "string" && pattern.test(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length > 0;
}

function isParityOrNull(value: unknown): boolean {
  return value === "even" || value === "odd" || value === null;
}

function isDrawnNumber(value: unknown): boolean {
  return value === null || (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 10);
}

function isGameResult(value: unknown): boolean {
  return (
    isObject(value) &&
    (value.status === "WIN" || value.status === "DRAW" || value.status === "TECHNICAL_LOSS") &&
    (value.winner_player_id === null || isMatching(value.winner_player_id, ID)) &&
    isDrawnNumber(value.drawn_number) &&
    isParityOrNull(value.number_parity) &&
    isObject(value.choices) &&
    Object.values(value.choices).every(isParityOrNull) &&
    typeof value.reason === "string"
  );
}

/** The check that one would write by hand, and would have to write again for every change of the contract. */
function isGameOver(value: unknown): boolean {
  return (
    isObject(value) &&
    value.protocol === "league.v2" &&
    value.message_type === "GAME_OVER" &&
    isMatching(value.sender, SENDER) &&
    isMatching(value.timestamp, TIMESTAMP) &&
    isText(value.conversation_id) &&
    (value.auth_token === undefined || value.auth_token === null || isText(value.auth_token)) &&
    isMatching(value.match_id, ID) &&
    typeof value.game_type === "string" &&
    isGameResult(value.game_result)
  );
}

export async function validation(isQuick: boolean): Promise<Section[]> {
  return [
    await section("Validators: valid GAME_OVERs checked a second", valid, isQuick),
    await section("Validators: invalid GAME_OVERs, one fault each", invalid, isQuick),
  ];
}

async function section(title: string, messages: readonly unknown[], isQuick: boolean): Promise<Section> {
  const contenders = await Promise.all(
    // Of a fault one contender says more than another: only valid messages are the same work, and have a limit.
    validators.map(async ({ limit, ...validator }, index) => ({
      ...validator,
      ...(limit && messages === valid && { limit }),
      ...(await ownLoop(`${title}/${index}`)),
    })),
  );
  const measure = ({ check, checksPerSecond }: (typeof contenders)[number]) =>
    checksPerSecond(check, messages, isQuick ? 20 : 200);
  for (const contender of contenders) measure(contender);
  return { title, unit: "checks/s", rows: await inRounds(contenders, isQuick ? 2 : 15, measure) };
}

/** A loop is loaded again for each contender: the engine could optimise a shared one for none of them. */
async function ownLoop(name: string): Promise<typeof import("./validator-loop.ts")> {
  return import(`./validator-loop.ts?${encodeURIComponent(name)}`);
}
