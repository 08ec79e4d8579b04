/** The message in a body: its form, its type, its violations, and the clauses that these break. */
import * as contract from "@league-v2/contract";
import { explain, flat, type Validator, type Violation } from "@league-v2/contract";
import { type Requirement, requirements } from "@league-v2/contract/requirements";
import {
  Forms,
  findMessage,
  isObject,
  type JsonObject,
  nearestTo,
  type ProfileCodec,
  replyMessage,
  replyShape,
} from "@league-v2/sdk/codec";

export type MessageReading =
  | {
      readonly kind: "request" | "answer";
      readonly form: WireFormName;
      readonly type: string;
      readonly faults: readonly MessageFault[];
    }
  /** An error response of JSON-RPC. */
  | { readonly kind: "error"; readonly text: string }
  | { readonly kind: "unknown"; readonly why: string };

export interface WireFormName {
  readonly name: string;
  readonly title: string;
}

export interface MessageFault extends Violation {
  readonly clause: Requirement;
}

const forms = new Forms("any").all;

/** @param body one JSON value: a request, an answer, or a bare message */
export function inspectMessage(body: unknown): MessageReading {
  if (!isObject(body)) return unknown("A message is one JSON object.");
  if (isObject(body.error) && body.jsonrpc !== undefined)
    return { kind: "error", text: `${body.error.code}: ${body.error.message}` };
  return "result" in body ? answer(body) : request(body);
}

function request(body: JsonObject): MessageReading {
  const found = findMessage(body);
  const form = nearestTo(forms, body);
  if (found === undefined || form === undefined)
    return unknown("There is no method and no message_type, at any place where a wire form has them.");
  const type = form.typeOf(found);
  if (type === undefined) return unknown(`No wire form has a message ${JSON.stringify(nameIn(found))}.`);
  return reading("request", form, type, messageFaults(form, type, found.message, {}));
}

/** Of the forms with answers at this place, the one with the fewest violations; the first one among equals. */
function answer(body: JsonObject): MessageReading {
  const message = replyMessage(body);
  const named = message?.message_type;
  if (message === undefined || typeof named !== "string")
    return unknown(
      "The result has no message_type, so it shows only together with its request what it answers.",
    );
  const shape = replyShape(body);
  const [best] = forms
    .filter(({ profile, isTolerant }) => profile.reply === shape && !isTolerant)
    .flatMap((form) => {
      const type = form.typeNamed(named);
      return type === undefined ? [] : [{ form, type, faults: messageFaults(form, type, message, {}) }];
    })
    .toSorted((a, b) => a.faults.length - b.faults.length);
  if (best === undefined)
    return unknown(`No wire form has a message ${JSON.stringify(named)} as an answer at this place.`);
  return reading("answer", best.form, best.type, best.faults);
}

function reading(
  kind: "request" | "answer",
  { name, profile: { title } }: ProfileCodec,
  type: string,
  faults: readonly Violation[],
): MessageReading {
  return {
    kind,
    type,
    form: { name, title },
    faults: faults.map((fault) => ({ ...fault, clause: clauseOf(type, fault.pointer) })),
  };
}

function nameIn({ message, method }: { readonly message: JsonObject; readonly method: string | undefined }) {
  return message.message_type ?? method ?? null;
}

function unknown(why: string): MessageReading {
  return { kind: "unknown", why };
}

/**
 * Validates a message of any wire form. Uses the flat dialect's schema for that form, else the canonical one, after translation.
 * @param type the canonical type
 * @param wire the message as received
 * @param request the answered request, whose ids a form may leave out; empty if the message is a request
 */
export function messageFaults(
  form: ProfileCodec,
  type: string,
  wire: JsonObject,
  request: JsonObject,
): Violation[] {
  const isFlat = form.name === "flat";
  const known = { ...request, now: "1970-01-01T00:00:00Z", conversation: "unknown", recipient: "unknown" };
  const wireType = form.rulesOf(type).message_type ?? type;
  const message = isFlat ? wire : form.canonical(type, wire, { opponent_id: "unknown", ...known, ...wire });
  const validate = validatorOf(isFlat ? flat : contract, isFlat ? wireType : type);
  if (validate === undefined || validate(message)) return [];
  return explain(validate.errors, message);
}

function validatorOf(exports: object, type: string): Validator<unknown> | undefined {
  const title = type.toLowerCase().replaceAll(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase());
  return (exports as Readonly<Record<string, unknown>>)[`validate${title}`] as Validator<unknown> | undefined;
}

const byId = new Map(requirements.map((clause) => [clause.id, clause]));

/** Members of the envelope have separate clauses. */
const ofEnvelope: Readonly<Record<string, string>> = {
  protocol: "TRN-ENV-01",
  message_type: "TRN-ENV-01",
  conversation_id: "TRN-ENV-01",
  sender: "TRN-ENV-02",
  timestamp: "TRN-ENV-04",
};

export function clauseNamed(id: string): Requirement {
  const clause = byId.get(id);
  if (clause === undefined) throw new Error(`there is no clause ${id}`);
  return clause;
}

/** The clause about this member of this message, or the clause about the message if no clause names the member. */
export function clauseOf(type: string, pointer: string): Requirement {
  const member = pointer.split("/")[1] ?? "";
  const envelope = ofEnvelope[member];
  if (envelope !== undefined) return clauseNamed(envelope);
  const about = requirements.filter(({ text }) => new RegExp(`\\b${type}\\b`).test(text));
  const naming = about.find(({ text }) => member !== "" && text.includes(`\`${member}\``));
  return naming ?? about[0] ?? clauseNamed("TRN-ERR-03");
}
