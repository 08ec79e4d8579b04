/** Inspects one message without its exchange: its type, its wire form, and its violations. */
import type { Violation } from "@league-v2/contract";
import type { Requirement } from "@league-v2/contract/requirements";
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
import { clauseOf } from "./clause-of.js";
import { messageFaults } from "./message-faults.js";

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
    ...{ kind, type, form: { name, title } },
    faults: faults.map((fault) => ({ ...fault, clause: clauseOf(type, fault.pointer) })),
  };
}

function nameIn({ message, method }: { readonly message: JsonObject; readonly method: string | undefined }) {
  return message.message_type ?? method ?? null;
}

function unknown(why: string): MessageReading {
  return { kind: "unknown", why };
}
