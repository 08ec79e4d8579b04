/** Faults of batches. */
import { mutant } from "../mutant.js";
import { jsonReply } from "../surgery.js";
import {
  after,
  before,
  errorOf,
  isNotification,
  isResponse,
  jsonOf,
  plain,
  textOf,
  withBody,
} from "./_body.js";

export default [
  mutant({
    id: "transport:no-batches",
    fault: "Refuses every batch with a single -32600.",
    surgery: before((_, json) =>
      Array.isArray(json) ? errorOf(null, -32_600, "Invalid Request") : undefined,
    ),
  }),
  mutant({
    id: "transport:first-of-the-batch",
    fault: "Answers the first member of a batch and no other.",
    surgery: after((reply) => {
      const json = jsonOf(reply.body);
      return Array.isArray(json) ? jsonReply(json.slice(0, 1)) : undefined;
    }),
  }),
  mutant({
    id: "transport:drops-invalid-members",
    fault: "Overlooks the members of a batch that are no requests.",
    surgery: after((reply) => {
      const json = jsonOf(reply.body);
      return Array.isArray(json)
        ? jsonReply(json.filter((one) => isResponse(one) && one.id !== null))
        : undefined;
    }),
  }),
  mutant({
    id: "transport:unwraps-single-answers",
    fault: "Answers a batch of one request with its response alone.",
    surgery: after((reply) => {
      const json = jsonOf(reply.body);
      return Array.isArray(json) && json.length === 1 ? jsonReply(json[0]) : undefined;
    }),
  }),
  mutant({
    id: "transport:empty-list-for-empty-list",
    fault: "Answers an empty list with an empty list.",
    surgery: before((_, json) => (Array.isArray(json) && json.length === 0 ? jsonReply([]) : undefined)),
  }),
  mutant({
    id: "transport:silent-to-empty-batches",
    fault: "Answers an empty list with HTTP 204.",
    surgery: before((_, json) => (Array.isArray(json) && json.length === 0 ? plain(204, "") : undefined)),
  }),
  mutant({
    id: "transport:empty-list-for-notifications",
    fault: "Answers a batch of notifications with an empty list.",
    surgery: after((reply, http) =>
      reply.status === 204 && Array.isArray(jsonOf(textOf(http))) ? jsonReply([]) : undefined,
    ),
  }),
  mutant({
    id: "transport:answers-notifications-in-batches",
    fault: "Answers the notifications of a batch too, with the id null.",
    surgery: before((http, json) =>
      Array.isArray(json)
        ? withBody(
            http,
            json.map((one: unknown) => (isNotification(one) ? { ...one, id: null } : one)),
          )
        : undefined,
    ),
  }),
];
