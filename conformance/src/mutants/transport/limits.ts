/** Agents without the right limits. */
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import { mutant } from "../mutant.js";
import { before, plain, textOf, withBody } from "./_body.js";

const SHORT_BYTES = 64 * 1_024;
const SIXTY_FOUR = 64;
const DEEP = /\[{500}|(?:\{"a":){500}/;

/** The request without a member of its message. */
function without(json: unknown, member: string): JsonObject | undefined {
  if (!isObject(json) || !isObject(json.params) || !(member in json.params)) return undefined;
  const { [member]: _, ...params } = json.params;
  return { ...json, params };
}

export default [
  mutant({
    id: "transport:takes-bodies-of-any-size",
    fault: "Reads bodies of any length.",
    surgery: before((http, json) =>
      http.body.length > SHORT_BYTES && json !== undefined ? withBody(http, json) : undefined,
    ),
  }),
  mutant({
    id: "transport:takes-short-bodies-only",
    fault: "Refuses bodies over 64 KiB.",
    surgery: before(({ body }) => (body.length > SHORT_BYTES ? plain(413, "") : undefined)),
  }),
  mutant({
    id: "transport:waits-for-stalled-bodies",
    fault: "Waits for the rest of a body for ever.",
    surgery: { manners: { stalledBodyMs: Number.POSITIVE_INFINITY } },
  }),
  mutant({
    id: "transport:full-with-sixty-four",
    fault: "Takes no more connections while 64 stand open.",
    surgery: { manners: { connections: SIXTY_FOUR } },
  }),
  mutant({
    id: "transport:serves-deep-json",
    fault: "Takes JSON of any depth.",
    surgery: before((http, json) => {
      const flat = without(json, "x_deep");
      return flat === undefined ? undefined : withBody(http, flat);
    }),
  }),
  mutant({
    id: "transport:hangs-up-on-deep-json",
    fault: "Answers HTTP 500 to JSON that is nested too deeply for its parser.",
    surgery: before((http) =>
      DEEP.test(textOf(http) ?? "") ? plain(500, "Internal Server Error") : undefined,
    ),
  }),
];
