/** The suite's wire as agents of the SDK see it: a transport for what they send, and a handler for what arrives. */
import { utf8 } from "../json.js";
import { type HttpHandler, type Transport, TransportError } from "../sdk.js";
import { type Arrival, headerOf, type ScriptedAnswer, type Wire } from "./types.js";

const DECODER = new TextDecoder();

export function transportOver(wire: Wire): Transport {
  return {
    send: async ({ verb, url, body, signal, headers = {} }) => {
      const sent = { verb, url, body: utf8(body), headers: Object.entries(headers), signal };
      const outcome = await wire.exchange({ ...sent, timeoutMs: Number.POSITIVE_INFINITY });
      if (outcome.kind === "failure")
        throw new TransportError(outcome.reason === "aborted" ? "aborted" : "unreachable", outcome.detail);
      const contentType = headerOf(outcome.headers, "content-type") ?? null;
      return { status: outcome.status, contentType, body: DECODER.decode(outcome.body) };
    },
  };
}

/** The answer of a handler to what has arrived. */
export async function answerTo(arrival: Arrival, handle: HttpHandler): Promise<ScriptedAnswer> {
  const { verb, path, headers: pairs, body } = arrival;
  const contentType = headerOf(pairs, "content-type") ?? null;
  const headers = Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]));
  const reply = await handle({ method: verb, path, contentType, body, headers });
  return { kind: "reply", status: reply.status, headers: Object.entries(reply.headers), body: reply.body };
}
