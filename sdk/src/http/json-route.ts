import type { JsonLimits } from "../json/parse-json.js";
import { parseJson } from "../json/parse-json.js";
import type { HttpRoute } from "./http-handler.js";
import { httpFault, jsonReply } from "./replies.js";

/** The answer of a JSON route: a status, and a JSON value. */
export interface JsonAnswer {
  status: number;
  value: unknown;
}

/** A POST path with JSON in both directions and no JSON-RPC around it; 400 if the body is not JSON. */
export function jsonRoute(
  path: string,
  limits: JsonLimits,
  answer: (value: unknown) => JsonAnswer | Promise<JsonAnswer>,
): HttpRoute {
  return {
    path,
    verb: "POST",
    async handle({ body }) {
      const parsed = parseJson(body, limits);
      if (!parsed.ok) return httpFault(400, `the body is not acceptable JSON: ${parsed.fault.kind}`);
      const { status, value } = await answer(parsed.value);
      return jsonReply(status, JSON.stringify(value));
    },
  };
}
