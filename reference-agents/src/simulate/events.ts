/** Everything that can be seen from outside: what the invariants are held against, and what a trace shows. */
import type { AgentName } from "./plan.js";

/** One request of one agent to another, from the moment it is sent. */
export interface Exchange {
  /** Counted over the whole simulation. */
  readonly number: number;
  readonly from: AgentName;
  /** Which incarnation of the sender, from 1. */
  readonly incarnation: number;
  /** Null for an address where no agent of this league has ever lived. */
  readonly to: AgentName | null;
  readonly body: string;
  /** As far as it can be read; an empty method for what is no JSON-RPC. */
  readonly call: Call;
}

export interface Call {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export type SimulationEvent = { readonly at: number } & SimulationFact;

export type SimulationFact =
  | { readonly type: "sent"; readonly exchange: Exchange }
  | { readonly type: "refused"; readonly exchange: Exchange }
  /** It is lost on the way; `reply` if its answer is. */
  | { readonly type: "lost"; readonly exchange: Exchange; readonly reply: boolean }
  /** The receiver has it now. */
  | { readonly type: "delivered"; readonly exchange: Exchange }
  /** The receiver has answered; the answer is not delivered yet. */
  | { readonly type: "answered"; readonly exchange: Exchange; readonly reply: Reply }
  /** The sender has received the answer and still waits for it. */
  | { readonly type: "received"; readonly exchange: Exchange; readonly reply: Reply }
  | {
      readonly type: "stored";
      /** Name and incarnation of the manager. */
      readonly by: string;
      readonly operation: string;
      readonly args: readonly unknown[];
      readonly outcome: unknown;
    }
  /** A player has stored its history. */
  | { readonly type: "remembered"; readonly agent: AgentName; readonly matches: readonly string[] }
  | { readonly type: "started"; readonly agent: AgentName; readonly incarnation: number }
  | { readonly type: "died"; readonly agent: AgentName; readonly how: string }
  | { readonly type: "failed"; readonly agent: AgentName; readonly why: string };

export interface Reply {
  readonly status: number;
  readonly body: string;
  /** The `result` of a JSON-RPC response; null for an error and for what cannot be read. */
  readonly result: Readonly<Record<string, unknown>> | null;
}

export function readCall(body: string): Call {
  const message = parsed(body);
  const { method, params } = message;
  return { method: typeof method === "string" ? method : "", params: asRecord(params) ?? {} };
}

export function readReply(status: number, body: string): Reply {
  return { status, body, result: asRecord(parsed(body).result) };
}

export function asRecord(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/** Empty for anything that is no JSON object. */
function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return asRecord(JSON.parse(text)) ?? {};
  } catch {
    return {};
  }
}
