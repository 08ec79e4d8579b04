/** Everything that is observable from outside the agents: the input of the invariants, and the lines of a trace. */
import type { AgentName } from "./plan.ts";

/** One request of one agent to another, from the moment it is sent. */
export interface Exchange {
  /** Counted over the whole simulation. */
  readonly number: number;
  readonly from: AgentName;
  /** Which incarnation of the sender, from 1. */
  readonly incarnation: number;
  /** Null for an address at which no agent of this league has ever listened. */
  readonly to: AgentName | null;
  readonly body: string;
  /** The parts that can be read; the method is empty if the body is not JSON-RPC. */
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
  /** The request is lost, or its answer if `reply` is true. */
  | { readonly type: "lost"; readonly exchange: Exchange; readonly reply: boolean }
  /** The receiver has received the request. */
  | { readonly type: "delivered"; readonly exchange: Exchange }
  /** The receiver has answered; the answer is not delivered yet. */
  | { readonly type: "answered"; readonly exchange: Exchange; readonly reply: Reply }
  /** The sender has received the answer before its deadline. */
  | { readonly type: "received"; readonly exchange: Exchange; readonly reply: Reply }
  | {
      readonly type: "stored";
      /** Name and incarnation of the manager. */
      readonly by: string;
      readonly operation: string;
      readonly args: readonly unknown[];
      readonly outcome: unknown;
    }
  | { readonly type: "power-cut"; readonly lost: number }
  /** A player has stored its history. */
  | { readonly type: "history"; readonly agent: AgentName; readonly matches: readonly string[] }
  | { readonly type: "started"; readonly agent: AgentName; readonly incarnation: number }
  | { readonly type: "ended"; readonly agent: AgentName; readonly how: string }
  | { readonly type: "failed"; readonly agent: AgentName; readonly why: string };

export interface Reply {
  readonly status: number;
  readonly body: string;
  /** The `result` of a JSON-RPC response; null for an error and for a body that cannot be read. */
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

/** Empty for a text that is not a JSON object. */
function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return asRecord(JSON.parse(text)) ?? {};
  } catch {
    return {};
  }
}
