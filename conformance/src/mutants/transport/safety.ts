/** Agents that wear out, and agents that say too much. */
import { isObject } from "../../json/pointer.js";
import { mutant } from "../mutant.js";
import { changeErrors, codeOf, isRequest, isResponse, jsonOf, plain, textOf } from "./_body.js";

const ENOUGH = 300;

export default [
  mutant({
    id: "transport:worn-out",
    fault: `Answers HTTP 503 to everything after ${ENOUGH} requests that it had to refuse.`,
    surgery: () => {
      let refused = 0;
      return {
        handler: (inner) => async (http) => {
          if (refused >= ENOUGH) return plain(503, "Service Unavailable");
          const reply = await inner(http);
          if (reply.status >= 400 || codeOf(reply) !== undefined) refused += 1;
          return reply;
        },
      };
    },
  }),
  mutant({
    id: "transport:wedged-by-broken-json",
    fault: "Answers nothing any more once it has been sent XML.",
    surgery: () => {
      let wedged = false;
      return {
        handler: (inner) => (http) => {
          wedged ||= textOf(http)?.startsWith("<?xml") === true;
          return wedged ? new Promise<never>(() => undefined) : inner(http);
        },
      };
    },
  }),
  mutant({
    id: "transport:shows-stack-traces",
    fault: "Puts a stack trace into the data of its errors.",
    surgery: changeErrors((error) => ({
      ...error,
      data: "Traceback (most recent call last):\n  File \"agent.py\", line 88, in handle\nKeyError: 'method'",
    })),
  }),
  mutant({
    id: "transport:shows-exceptions",
    fault: "Puts the exception of its parser into the message of its errors.",
    surgery: changeErrors((error) =>
      error.code === -32_700
        ? { ...error, message: "Parse error: Expecting value: line 1 column 1 (char 0)" }
        : error,
    ),
  }),
  mutant({
    id: "transport:shows-paths",
    fault: "Names the file in which it found an error.",
    surgery: changeErrors((error) => ({
      ...error,
      message: `${String(error.message)} in /srv/league/agent/handlers`,
    })),
  }),
  mutant({
    id: "transport:repeats-tokens",
    fault: "Repeats the message that it refuses, token and all.",
    surgery: {
      handler: (inner) => async (http) => {
        const reply = await inner(http);
        const request = jsonOf(textOf(http));
        const json = jsonOf(reply.body);
        if (!isRequest(request) || !isResponse(json) || !isObject(json.error)) return reply;
        // Whether JSON.stringify can write what is nested deeply depends on the stack of the thread.
        const received = Object.entries(request.params ?? {}).filter(
          ([, value]) => typeof value !== "object",
        );
        const data = { received: Object.fromEntries(received) };
        return { ...reply, body: JSON.stringify({ ...json, error: { ...json.error, data } }) };
      },
    },
  }),
];
