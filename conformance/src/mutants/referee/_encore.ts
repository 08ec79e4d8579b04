/** Makes the reference referee play a match a second time, under the id of the first. */
import type { IncomingReply } from "../../doors.js";
import type { JsonObject } from "../../json/scan.js";
import type { Surgery } from "../../subject/in-process-subject.js";
import { all, changeReply, changeRequest, onCall } from "../surgery.js";
import { parse } from "./_calls.js";

/** The id under which the referee itself knows the repetition. */
export const encoreOf = (matchId: unknown): string => `${String(matchId)}.again`;
const asText = (value: unknown): string => JSON.stringify(value);

/** Every RUN_MATCH of a match that `known` already is played anew. */
export function playsAgain(known: (matchId: unknown) => boolean): Surgery {
  return all(
    changeRequest("RUN_MATCH", (order) =>
      known(order.match_id) ? { ...order, match_id: encoreOf(order.match_id) } : undefined,
    ),
    changeReply("RUN_MATCH", (ack) =>
      typeof ack.match_id === "string"
        ? { ...ack, match_id: ack.match_id.replace(/\.again$/, "") }
        : undefined,
    ),
    onCall("*", async (send, body) => {
      const params = body.params as JsonObject;
      const { match_id } = params;
      if (typeof match_id !== "string" || !match_id.endsWith(".again")) return send(body);
      const real = match_id.replace(/\.again$/, "");
      const reply: IncomingReply = await send({ ...body, params: { ...params, match_id: real } });
      return parse(reply.body) === undefined
        ? reply
        : { ...reply, body: reply.body.replaceAll(asText(real), asText(match_id)) };
    }),
  );
}
