import { isObject, valueAt } from "../../json/pointer.js";
import { jsonOf, jsonReply } from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import {
  after,
  before,
  changeErrors,
  changeResponses,
  codeOf,
  errorOf,
  isNotification,
  isRequest,
  isResponse,
  plain,
  utf8Of,
  withBody,
} from "./http.js";

/** The characters of this character set. */
const LATIN_1 = /^[\u0020-\u00ff]*$/;

const isLeague = (code: unknown) => typeof code === "number" && code < -32_000 && code > -32_100;

/** The message type of each method. */
const TYPES: Readonly<Record<string, string>> = {
  handle_game_invitation: "GAME_INVITATION",
  notify_round: "ROUND_ANNOUNCEMENT",
  register_player: "LEAGUE_REGISTER_REQUEST",
};

export const transportRequestsMutants: readonly Mutant[] = [
  // Faults of JSON texts.
  {
    id: "transport:words-after-the-json",
    fault: "Writes a line after the JSON of its answers.",
    inject: after((reply) =>
      isResponse(jsonOf(reply.body)) ? { ...reply, body: `${reply.body}\nOK` } : undefined,
    ),
  },
  {
    id: "transport:answers-twice",
    fault: "Writes each answer twice into one body.",
    inject: after((reply) =>
      isResponse(jsonOf(reply.body)) ? { ...reply, body: reply.body + reply.body } : undefined,
    ),
  },
  {
    id: "transport:byte-order-marks",
    fault: "Begins its answers with a byte order mark.",
    inject: after((reply) => (reply.body === "" ? undefined : { ...reply, body: `\uFEFF${reply.body}` })),
  },
  {
    id: "transport:members-twice",
    fault: "Names the member jsonrpc twice in its answers.",
    inject: after((reply) =>
      isResponse(jsonOf(reply.body))
        ? { ...reply, body: reply.body.replace("{", '{"jsonrpc":"2.0",') }
        : undefined,
    ),
  },
  {
    id: "transport:latin-1",
    fault: "Writes its answers in ISO 8859-1.",
    inject: {
      handler: (inner, tools) => {
        const longer = changeResponses((response) => ({ ...response, note: "é" }));
        return longer.handler?.(inner, tools) ?? inner;
      },
      deliver: (answer) => {
        if (answer.kind !== "reply" || typeof answer.body !== "string" || !LATIN_1.test(answer.body))
          return answer;
        return { ...answer, body: Buffer.from(answer.body, "latin1") };
      },
    },
  },
  {
    id: "transport:accepts-bad-utf8",
    fault: "Reads bytes that are no UTF-8 as replacement characters.",
    inject: before((http) =>
      typeof http.body === "string" ? undefined : { ...http, body: new TextDecoder().decode(http.body) },
    ),
  },
  {
    id: "transport:last-of-two-members",
    fault: "Uses the last of two members with one name.",
    inject: before((http, json) => (json === undefined ? undefined : withBody(http, json))),
  },
  // Faults of batches.
  {
    id: "transport:no-batches",
    fault: "Refuses every batch with a single -32600.",
    inject: before((_, json) =>
      Array.isArray(json) ? errorOf(null, -32_600, "Invalid Request") : undefined,
    ),
  },
  {
    id: "transport:first-of-the-batch",
    fault: "Answers the first member of a batch and no other.",
    inject: after((reply) => {
      const json = jsonOf(reply.body);
      return Array.isArray(json) ? jsonReply(json.slice(0, 1)) : undefined;
    }),
  },
  {
    id: "transport:drops-invalid-members",
    fault: "Ignores the members of a batch that are no requests.",
    inject: after((reply) => {
      const json = jsonOf(reply.body);
      return Array.isArray(json)
        ? jsonReply(json.filter((one) => isResponse(one) && valueAt(one, "/error/code") !== -32_600))
        : undefined;
    }),
  },
  {
    id: "transport:errors-with-the-previous-id",
    fault: "Gives an error the id of the previous answer, if both ids are strings.",
    inject: () => {
      let last: unknown;
      return changeResponses((response) => {
        const before = last;
        last = response.id;
        return response.error !== undefined && typeof before === "string" && typeof last === "string"
          ? { ...response, id: before }
          : undefined;
      });
    },
  },
  {
    id: "transport:unwraps-single-answers",
    fault: "Answers a batch of one request with its response alone.",
    inject: after((reply) => {
      const json = jsonOf(reply.body);
      return Array.isArray(json) && json.length === 1 ? jsonReply(json[0]) : undefined;
    }),
  },
  {
    id: "transport:ids-as-text-in-batches",
    fault: "Returns the ids in a batch as text.",
    inject: after((reply) => {
      const json = jsonOf(reply.body);
      const asText = (one: unknown) =>
        isObject(one) && typeof one.id === "number" ? { ...one, id: String(one.id) } : one;
      return Array.isArray(json) ? jsonReply(json.map(asText)) : undefined;
    }),
  },
  {
    id: "transport:empty-list-for-empty-list",
    fault: "Answers an empty list with an empty list.",
    inject: before((_, json) => (Array.isArray(json) && json.length === 0 ? jsonReply([]) : undefined)),
  },
  {
    id: "transport:silent-to-empty-batches",
    fault: "Answers an empty list with HTTP 204.",
    inject: before((_, json) => (Array.isArray(json) && json.length === 0 ? plain(204, "") : undefined)),
  },
  {
    id: "transport:empty-list-for-notifications",
    fault: "Answers a batch of notifications with an empty list.",
    inject: after((reply, http) =>
      reply.status === 204 && Array.isArray(jsonOf(utf8Of(http))) ? jsonReply([]) : undefined,
    ),
  },
  {
    id: "transport:answers-notifications-in-batches",
    fault: "Answers the notifications of a batch too, with the id null.",
    inject: before((http, json) =>
      Array.isArray(json)
        ? withBody(
            http,
            json.map((one: unknown) => (isNotification(one) ? { ...one, id: null } : one)),
          )
        : undefined,
    ),
  },
  // Faults of errors.
  {
    id: "transport:parse-errors-of-http",
    fault: "Answers broken JSON with HTTP 400 and the HTML page of its framework.",
    inject: after((reply) =>
      codeOf(reply) === -32_700 ? plain(400, "<pre>Bad Request</pre>", "text/html") : undefined,
    ),
  },
  {
    id: "transport:parse-errors-are-invalid-requests",
    fault: "Answers broken JSON with -32600.",
    inject: after((reply) =>
      codeOf(reply) === -32_700 ? { ...reply, body: reply.body.replace("-32700", "-32600") } : undefined,
    ),
  },
  {
    id: "transport:parse-errors-of-batches-in-lists",
    fault: "Answers a broken batch with a list of one error.",
    inject: after((reply, http) =>
      codeOf(reply) === -32_700 && utf8Of(http)?.trimStart().startsWith("[")
        ? jsonReply([jsonOf(reply.body)])
        : undefined,
    ),
  },
  {
    id: "transport:codes-as-text",
    fault: 'Writes the league\'s errors as codes like "E018".',
    inject: changeErrors((error) =>
      isLeague(error.code) ? { ...error, code: `E0${-32_000 - Number(error.code)}` } : error,
    ),
  },
  {
    id: "transport:codes-that-are-kept",
    fault: "Uses codes that JSON-RPC reserves.",
    inject: changeErrors((error) =>
      isLeague(error.code) ? { ...error, code: Number(error.code) - 200 } : error,
    ),
  },
  {
    id: "transport:errors-without-words",
    fault: "Leaves the message out of its errors.",
    inject: changeErrors(({ message: _, ...error }) => error),
  },
  {
    id: "transport:takes-positional-params",
    fault: "Reads the only member of positional params as the message, and an empty list as an empty one.",
    inject: before((http, json) => {
      if (!isRequest(json) || !Array.isArray(json.params)) return undefined;
      const [only]: unknown[] = json.params;
      return isObject(only) ? withBody(http, { ...json, params: only }) : undefined;
    }),
  },
  {
    id: "transport:overlooks-message-types",
    fault: "Reads the method alone, and ignores another message_type.",
    inject: before((http, json) => {
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
  },
  {
    id: "transport:errors-without-data",
    fault: "Has only code and message in its errors.",
    inject: changeErrors(({ data: _, ...error }) => error),
  },
  {
    id: "transport:one-code-for-all",
    fault: "Refuses by every rule of the league with -32000.",
    inject: changeErrors((error) => (isLeague(error.code) ? { ...error, code: -32_000 } : error)),
  },
  {
    id: "transport:violations-in-prose",
    fault: "Writes the violations of a schema as one text.",
    inject: changeErrors((error) =>
      isObject(error.data) && Array.isArray(error.data.violations)
        ? { ...error, data: { ...error.data, violations: "timestamp is missing" } }
        : error,
    ),
  },
];
