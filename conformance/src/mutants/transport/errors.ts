/** Faults of errors. */
import { isObject } from "../../json/pointer.js";
import { mutant } from "../mutant.js";
import { jsonReply } from "../surgery.js";
import { after, before, changeErrors, codeOf, isRequest, jsonOf, plain, textOf, withBody } from "./_body.js";

const isLeague = (code: unknown) => typeof code === "number" && code < -32_000 && code > -32_100;
/** The type of message that goes with each method, from what was asked before. */
const TYPES: Readonly<Record<string, string>> = {
  handle_game_invitation: "GAME_INVITATION",
  notify_round: "ROUND_ANNOUNCEMENT",
  register_player: "LEAGUE_REGISTER_REQUEST",
};

export default [
  mutant({
    id: "transport:parse-errors-of-http",
    fault: "Lets its framework answer broken JSON: HTTP 400 and a page.",
    surgery: after((reply) =>
      codeOf(reply) === -32_700 ? plain(400, "<pre>Bad Request</pre>", "text/html") : undefined,
    ),
  }),
  mutant({
    id: "transport:parse-errors-are-invalid-requests",
    fault: "Answers broken JSON with -32600.",
    surgery: after((reply) =>
      codeOf(reply) === -32_700 ? { ...reply, body: reply.body.replace("-32700", "-32600") } : undefined,
    ),
  }),
  mutant({
    id: "transport:parse-errors-of-batches-in-lists",
    fault: "Answers a broken batch with a list of one error.",
    surgery: after((reply, http) =>
      codeOf(reply) === -32_700 && textOf(http)?.trimStart().startsWith("[")
        ? jsonReply([jsonOf(reply.body)])
        : undefined,
    ),
  }),
  mutant({
    id: "transport:codes-as-text",
    fault: 'Writes the league\'s errors as codes like "E018".',
    surgery: changeErrors((error) =>
      isLeague(error.code) ? { ...error, code: `E0${-32_000 - Number(error.code)}` } : error,
    ),
  }),
  mutant({
    id: "transport:codes-that-are-kept",
    fault: "Uses codes that JSON-RPC keeps for itself.",
    surgery: changeErrors((error) =>
      isLeague(error.code) ? { ...error, code: Number(error.code) - 200 } : error,
    ),
  }),
  mutant({
    id: "transport:errors-without-words",
    fault: "Leaves the message out of its errors.",
    surgery: changeErrors(({ message: _, ...error }) => error),
  }),
  mutant({
    id: "transport:takes-positional-params",
    fault: "Takes the only member of positional params for the message, and an empty list for an empty one.",
    surgery: before((http, json) => {
      if (!isRequest(json) || !Array.isArray(json.params)) return undefined;
      const [only]: unknown[] = json.params;
      return isObject(only) ? withBody(http, { ...json, params: only }) : undefined;
    }),
  }),
  mutant({
    id: "transport:overlooks-message-types",
    fault: "Goes by the method alone, and overlooks another message_type.",
    surgery: before((http, json) => {
      const type = isRequest(json) ? TYPES[String(json.method)] : undefined;
      if (
        type === undefined ||
        !isRequest(json) ||
        !isObject(json.params) ||
        json.params.message_type === type
      )
        return undefined;
      return withBody(http, { ...json, params: { ...json.params, message_type: type } });
    }),
  }),
  mutant({
    id: "transport:errors-without-data",
    fault: "Says nothing but code and message in its errors.",
    surgery: changeErrors(({ data: _, ...error }) => error),
  }),
  mutant({
    id: "transport:one-code-for-all",
    fault: "Refuses by every rule of the league with -32000.",
    surgery: changeErrors((error) => (isLeague(error.code) ? { ...error, code: -32_000 } : error)),
  }),
  mutant({
    id: "transport:violations-in-prose",
    fault: "Writes the violations of a schema as one text.",
    surgery: changeErrors((error) =>
      isObject(error.data) && Array.isArray(error.data.violations)
        ? { ...error, data: { ...error.data, violations: "timestamp is missing" } }
        : error,
    ),
  }),
];
