/** Faults of the request's id. */
import { isObject } from "../../json/pointer.js";
import { mutant } from "../mutant.js";
import {
  after,
  before,
  changeResponses,
  codeOf,
  isRequest,
  isResponse,
  jsonOf,
  plain,
  withBody,
} from "./_body.js";

const isOdd = (id: unknown) => (typeof id === "object" ? id !== null : typeof id === "boolean");

export default [
  mutant({
    id: "transport:ids-as-text",
    fault: "Gives every id back as a text.",
    surgery: changeResponses((response) =>
      response.id === null ? undefined : { ...response, id: String(response.id) },
    ),
  }),
  mutant({
    id: "transport:own-ids",
    fault: "Puts a counter of its own into the id of its responses.",
    surgery: () => {
      let count = 0;
      return changeResponses((response) => {
        count += 1;
        return { ...response, id: count };
      });
    },
  }),
  mutant({
    id: "transport:loses-empty-ids",
    fault: "Takes the ids 0 and the empty text for none.",
    surgery: changeResponses((response) => ({ ...response, id: response.id || null })),
  }),
  mutant({
    id: "transport:no-ids-in-errors",
    fault: "Puts the id null into every error.",
    surgery: changeResponses((response) => ("error" in response ? { ...response, id: null } : undefined)),
  }),
  mutant({
    id: "transport:whole-ids",
    fault: "Holds ids as whole numbers.",
    surgery: changeResponses((response) =>
      typeof response.id === "number" ? { ...response, id: Math.trunc(response.id) } : undefined,
    ),
  }),
  mutant({
    id: "transport:short-ids",
    fault: "Holds ids in 32 bits.",
    surgery: changeResponses((response) =>
      typeof response.id === "number" ? { ...response, id: response.id | 0 } : undefined,
    ),
  }),
  mutant({
    id: "transport:null-ids-are-none",
    fault: "Takes a request whose id is null for a notification.",
    surgery: before((_, json) => (isRequest(json) && json.id === null ? plain(204, "") : undefined)),
  }),
  mutant({
    id: "transport:serves-any-id",
    fault: "Serves requests whose id is an object, a list or a boolean.",
    surgery: before((http, json) =>
      isObject(json) && isOdd(json.id) ? withBody(http, { ...json, id: 1 }) : undefined,
    ),
  }),
  mutant({
    id: "transport:no-id-when-unreadable",
    fault: "Leaves the id out of the error for a request that it could not read.",
    surgery: after((reply) => {
      const json = jsonOf(reply.body);
      const unread = [-32_700, -32_600].some((code) => code === codeOf(reply));
      if (!unread || !isResponse(json) || json.id !== null) return undefined;
      const { id: _, ...rest } = json;
      return { ...reply, body: JSON.stringify(rest) };
    }),
  }),
  mutant({
    id: "transport:invents-ids",
    fault: "Puts the id 0 into the error for a request that it could not read.",
    surgery: after((reply) => {
      const json = jsonOf(reply.body);
      const unread = [-32_700, -32_600].some((code) => code === codeOf(reply));
      return unread && isResponse(json) && json.id === null
        ? { ...reply, body: JSON.stringify({ ...json, id: 0 }) }
        : undefined;
    }),
  }),
];
