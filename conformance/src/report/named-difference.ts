/** The member of a message that the verdict names: it has the received value, and the reference agent sends another one. */
import { isObject } from "../json/pointer.js";
import type { CheckResult, TranscriptEntry } from "../types.js";
import { shown } from "./alike.js";
import { type Difference, inMessage } from "./exchange-difference.js";
import { exchangesOf } from "./exchanges.js";
import { QUOTED, quotesOf } from "./quoted-difference.js";
import { labelOf } from "./transcript.js";

export function namedDifference(
  mine: readonly TranscriptEntry[],
  reference: readonly TranscriptEntry[],
  { diagnosis = "", received }: Pick<CheckResult, "diagnosis" | "received">,
): Difference | undefined {
  if (received === undefined) return undefined;
  const theirs = messagesIn(reference);
  for (const [index, { step, json, label }] of messagesIn(mine).entries()) {
    const other = theirs[index];
    if (other === undefined || other.label !== label) continue;
    const named = leavesOf(json).find(({ name, pointer, value }) => {
      const isMeant = new RegExp(`(^|[^a-z_])${name}([^a-z_]|$)`).test(diagnosis) && value === received;
      return isMeant && shown(valueIn(other.json, pointer)) !== value;
    });
    if (named === undefined) continue;
    const values = {
      pointer: named.pointer,
      mine: named.value,
      theirs: shown(valueIn(other.json, named.pointer)),
    };
    return { step, referenceStep: other.step, text: inMessage(label, values) };
  }
  return undefined;
}

/** All messages of the agent: its answers, its requests, and those quoted in notes. */
function messagesIn(
  transcript: readonly TranscriptEntry[],
): { step: number; json: unknown; label: string }[] {
  const { toAgent, fromAgent } = exchangesOf(transcript);
  const answers = toAgent.map(({ answer, step }) => ({ step: answer?.step ?? step, entry: answer?.entry }));
  const requests = fromAgent.map(({ step, request }) => ({ step, entry: request }));
  const sent = [...answers, ...requests].map(({ step, entry }) => ({
    step,
    json: entry?.json,
    label: entry === undefined ? "" : labelOf(entry),
  }));
  return [...sent, ...quotesOf(transcript).map(({ step, json }) => ({ step, json, label: QUOTED }))];
}

interface Leaf {
  name: string;
  pointer: string;
  value: string;
}

function leavesOf(value: unknown, pointer = "", name = ""): Leaf[] {
  if (!isObject(value)) return /^[a-z_]+$/.test(name) ? [{ name, pointer, value: shown(value) }] : [];
  return Object.entries(value).flatMap(([key, member]) => leavesOf(member, `${pointer}/${key}`, key));
}

function valueIn(value: unknown, pointer: string): unknown {
  const steps = pointer.split("/").slice(1);
  return steps.reduce<unknown>(
    (at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined),
    value,
  );
}
