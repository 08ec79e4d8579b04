/** Faults of JSON-RPC and HTTP that take a program. */

import { isObject, valueAt } from "../json/pointer.js";
import type { JsonObject } from "../json/scan.js";
import type { HttpReply, HttpRequest, Transport } from "../sdk.js";
import type { FaultInjection, FaultTools } from "../subject/in-process-subject.js";
import { pause } from "../time/pause.js";
import { jsonOf, jsonReply } from "./fault-injection.js";
import type { Mutant } from "./mutant.js";
import { isNotification, isRequest, isResponse, utf8Of } from "./passing.js";

/** Middleware in front of the agent: returns a reply, or the request for the agent. */
function before(
  act: (http: HttpRequest, json: unknown, tools: FaultTools) => HttpReply | HttpRequest | undefined,
): FaultInjection {
  return {
    handler: (inner, tools) => async (http) => {
      const now = act(http, jsonOf(utf8Of(http)), tools) ?? http;
      return "status" in now ? now : inner(now);
    },
  };
}

/** The same request with another body. */
function withBody(http: HttpRequest, json: unknown): HttpRequest {
  return { ...http, body: typeof json === "string" ? json : JSON.stringify(json) };
}

/** Replaces the whole reply by what `act` returns; undefined: it is not changed. */
export function after(act: (reply: HttpReply, http: HttpRequest) => HttpReply | undefined): FaultInjection {
  return {
    handler: (inner) => async (http) => {
      const reply = await inner(http);
      return act(reply, http) ?? reply;
    },
  };
}

/** Changes each JSON-RPC response, also in batches; undefined: it is not changed. */
export function changeResponses(
  change: (response: JsonObject, request: unknown) => JsonObject | undefined,
): FaultInjection {
  return after((reply, http) => {
    const json = jsonOf(reply.body);
    const request = jsonOf(utf8Of(http));
    const one = (response: unknown) =>
      isResponse(response) ? (change(response, request) ?? response) : response;
    if (Array.isArray(json)) return { ...reply, body: JSON.stringify(json.map(one)) };
    return isResponse(json) ? { ...reply, body: JSON.stringify(one(json)) } : undefined;
  });
}

/** Changes the error of each response that has one. */
export function changeErrors(change: (error: JsonObject, request: unknown) => unknown): FaultInjection {
  return changeResponses((response, request) =>
    isObject(response.error) ? { ...response, error: change(response.error, request) } : undefined,
  );
}

export function codeOf(reply: HttpReply): unknown {
  const json = jsonOf(reply.body);
  return isObject(json) && isObject(json.error) ? json.error.code : undefined;
}

export function plain(status: number, body: string, contentType = "text/plain"): HttpReply {
  return { status, headers: body === "" ? {} : { "content-type": contentType }, body };
}

const SIXTY_FOUR = 64;

/** The characters of this character set. */
const LATIN_1 = /^[\u0020-\u00ff]*$/;

type Send = Transport["send"];

const calls = (act: (send: Send, request: Parameters<Send>[0]) => ReturnType<Send>): FaultInjection => ({
  transport: (inner) => ({ send: (request) => act((changed) => inner.send(changed), request) }),
});

/** Takes a response for the answer to its call where these ids fit. */
function acceptsIds(fits: (id: unknown, own: unknown) => boolean): FaultInjection {
  return calls(async (send, request) => {
    const reply = await send(request);
    const [json, asked] = [jsonOf(reply.body), jsonOf(request.body)];
    return isResponse(json) && isObject(asked) && fits(json.id, asked.id)
      ? { ...reply, body: JSON.stringify({ ...json, id: asked.id }) }
      : reply;
  });
}

export const transportMutants: readonly Mutant[] = [
  {
    id: "transport:reads-through-proto",
    fault: "Makes a member __proto__ the prototype of the message, and reads fields from it.",
    breaks: ["TRN-ENV-07", "TRN-RPC-01"],
    inject: before((http, json) => {
      if (!isRequest(json) || !isObject(json.params)) return undefined;
      const inherited = Object.entries(json.params).find(([name]) => name === "__proto__")?.[1];
      return isObject(inherited)
        ? withBody(http, { ...json, params: { ...inherited, ...json.params } })
        : undefined;
    }),
  },
  {
    id: "transport:does-not-say-what-is-allowed",
    fault: "Answers other verbs with 405 and no Allow header.",
    breaks: ["TRN-HTTP-02"],
    inject: after((reply) => {
      const { allow: _, ...headers } = reply.headers;
      return { ...reply, headers };
    }),
  },
  {
    id: "transport:waits-for-stalled-bodies-without-limit",
    fault: "Waits for the rest of a body without end.",
    breaks: ["TRN-LIM-02"],
    inject: { serverBehaviour: { stalledBodyMs: Number.POSITIVE_INFINITY } },
  },
  {
    id: "transport:full-with-sixty-four",
    fault: "Accepts no more connections while 64 are open.",
    breaks: ["TRN-LIM-04"],
    inject: { serverBehaviour: { connections: SIXTY_FOUR } },
  },
  {
    id: "transport:runs-without-a-port",
    fault: "Keeps running without a server when its port is taken.",
    breaks: ["TRN-LIFE-01"],
    inject: { onBusyPort: "goes on" },
  },
  {
    id: "transport:ends-well-without-a-port",
    fault: "Ends with the exit code 0 when its port is taken.",
    breaks: ["TRN-LIFE-01"],
    inject: { onBusyPort: 0 },
  },
  {
    id: "transport:latin-1",
    fault: "Writes its answers in ISO 8859-1.",
    breaks: ["TRN-JSON-03"],
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
    breaks: ["TRN-JSON-02"],
    inject: before((http) =>
      typeof http.body === "string" ? undefined : { ...http, body: new TextDecoder().decode(http.body) },
    ),
  },
  {
    id: "transport:drops-invalid-members",
    fault: "Ignores the members of a batch that are no requests.",
    breaks: ["TRN-BAT-01"],
    inject: after((reply) => {
      const json = jsonOf(reply.body);
      return Array.isArray(json)
        ? jsonReply(json.filter((one) => isResponse(one) && valueAt(one, "/error/code") !== -32_600))
        : undefined;
    }),
  },
  {
    id: "transport:answers-notifications-in-batches",
    fault: "Answers the notifications of a batch too, with the id null.",
    breaks: ["TRN-BAT-03"],
    inject: before((http, json) =>
      Array.isArray(json)
        ? withBody(
            http,
            json.map((one: unknown) => (isNotification(one) ? { ...one, id: null } : one)),
          )
        : undefined,
    ),
  },
  {
    id: "transport:mixes-up-answers",
    fault: "Exchanges the ids of concurrent requests in its answers.",
    breaks: ["TRN-ID-01"],
    inject: () => {
      const open: unknown[] = [];
      return {
        handler:
          (inner, { clock }) =>
          async (http) => {
            const json = jsonOf(utf8Of(http));
            if (!isRequest(json)) return inner(http);
            open.push(json.id);
            const reply = await inner(http);
            // After a delay it uses the id that comes first.
            await pause(clock, 1);
            const id = open.pop();
            const body = jsonOf(reply.body);
            return isResponse(body) ? { ...reply, body: JSON.stringify({ ...body, id }) } : reply;
          },
      };
    },
  },
  {
    id: "transport:whole-ids",
    fault: "Stores ids as whole numbers.",
    breaks: ["TRN-ID-01"],
    inject: changeResponses((response) =>
      typeof response.id === "number" ? { ...response, id: Math.trunc(response.id) } : undefined,
    ),
  },
  {
    id: "transport:short-ids",
    fault: "Stores ids in 32 bits.",
    breaks: ["TRN-ID-01"],
    inject: changeResponses((response) =>
      typeof response.id === "number" ? { ...response, id: response.id | 0 } : undefined,
    ),
  },
  {
    id: "transport:compares-types-of-ids",
    fault: "Accepts any response whose id has the type of its own as the answer to its call.",
    breaks: ["TRN-OUT-04"],
    inject: acceptsIds((id, own) => typeof id === typeof own),
  },
];
