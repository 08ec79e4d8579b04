/** Rules for a call that the agent makes to a peer which the suite plays. */
import { isObject } from "../json/pointer.js";
import { show } from "../json/text.js";
import type { Arrival } from "../wire/types.js";
import { readJsonBody } from "./json-rules.js";
import type { Violation } from "./violation.js";

export interface RequestInspection {
  json: unknown;
  departures: Violation[];
}

export function inspectRequest(arrival: Arrival): RequestInspection {
  // A GET without a body asks what the peer is (its OpenAPI, its health), and is no call.
  if (arrival.verb === "GET" && arrival.body.length === 0) return { json: undefined, departures: [] };
  const { json, departures: inText } = readJsonBody(arrival.headers, arrival.body);
  const departures: Violation[] = inText.map((one) => ({ ...one, kind: "call-form" }));
  const say = (pointer: string, text: string) => departures.push({ kind: "call-form", pointer, text });
  if (arrival.verb !== "POST") say("", `the verb is ${arrival.verb}`);
  if (json === undefined) return { json, departures };
  if (!isObject(json)) {
    if (!Array.isArray(json)) say("", `a request is an object, not ${show(json, 60)}`);
    return { json, departures };
  }
  if (json.jsonrpc !== "2.0") say("/jsonrpc", `jsonrpc is ${show(json.jsonrpc)}`);
  if (typeof json.method !== "string") say("/method", `the method is ${show(json.method, 60)}`);
  if (!isObject(json.params)) say("/params", `params are by name, not ${show(json.params, 60)}`);
  if (
    json.id !== undefined &&
    json.id !== null &&
    typeof json.id !== "string" &&
    typeof json.id !== "number"
  ) {
    say("/id", `the id is ${show(json.id, 60)}`);
  }
  return { json, departures };
}
