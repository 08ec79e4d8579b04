import { isObject } from "../../json/pointer.js";
import { mutant } from "../mutant.js";
import { jsonReply } from "../surgery.js";

const textOf = (body: Uint8Array | string): string =>
  typeof body === "string" ? body : new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);

/** What the hostile bodies of the suite have and no other body has. */
const STRANGE = /"x":|"k0":|^\uFEFF|^\[null\]$|"__proto__"|"constructor"|"toString"/;

export default [
  mutant({
    id: "transport:answers-nonsense",
    fault: "Answers whatever it does not understand with an empty result.",
    surgery: {
      handler: (inner) => async (http) => {
        const reply = await inner(http);
        const body: unknown = JSON.parse(reply.body || "null");
        if (!isObject(body) || body.error === undefined) return reply;
        return jsonReply({ jsonrpc: "2.0", id: body.id ?? null, result: {} });
      },
    },
  }),
  mutant({
    id: "transport:refuses-strange-members",
    fault: "Refuses messages with unknown members whose names mean something to JavaScript.",
    surgery: {
      handler: (inner) => (http) => {
        if (!STRANGE.test(textOf(http.body))) return inner(http);
        return Promise.resolve(
          jsonReply({ jsonrpc: "2.0", id: 1, error: { code: -32_602, message: "Invalid params" } }),
        );
      },
    },
  }),
  mutant({
    id: "transport:dies-of-hostile-bodies",
    fault: "Answers nothing but HTTP 500 once it has been sent a body that its parser stumbles over.",
    surgery: () => {
      let dead = false;
      return {
        handler: (inner) => (http) => {
          dead ||= STRANGE.test(textOf(http.body));
          return dead
            ? Promise.resolve({ status: 500, headers: {}, body: "Internal Server Error" })
            : inner(http);
        },
      };
    },
  }),
  mutant({
    id: "transport:null-error-beside-result",
    fault: "Sends `error: null` with every result.",
    surgery: {
      handler: (inner) => async (http) => {
        const reply = await inner(http);
        const body: unknown = JSON.parse(reply.body || "null");
        return isObject(body) && "result" in body
          ? { ...reply, body: JSON.stringify({ ...body, error: null }) }
          : reply;
      },
    },
  }),
];
