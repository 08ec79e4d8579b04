/** Referees that obey the wrong people. */
import { mutant } from "../mutant.js";
import { all, changeReplyBody, changeRequest } from "../surgery.js";

export default [
  mutant({
    id: "referee:takes-orders-from-anybody",
    fault: "Plays a match whoever orders it.",
    surgery: changeRequest("RUN_MATCH", (order) => ({ ...order, sender: "league_manager" })),
  }),
  mutant({
    id: "referee:takes-orders-from-namesakes",
    fault: "Plays a match for everybody whose name has the league manager's in it.",
    surgery: changeRequest("RUN_MATCH", (order) =>
      String(order.sender).includes("league_manager") ? { ...order, sender: "league_manager" } : undefined,
    ),
  }),
  mutant({
    id: "referee:plays-what-it-refuses",
    fault: "Refuses the order of a stranger, and plays the match all the same.",
    surgery: () => {
      const strangers = new Set<unknown>();
      return all(
        changeRequest("RUN_MATCH", (order) => {
          if (order.sender === "league_manager") return undefined;
          strangers.add(order.match_id);
          return { ...order, sender: "league_manager" };
        }),
        changeReplyBody("RUN_MATCH", ({ jsonrpc, id }, { request }) =>
          strangers.has(request.match_id)
            ? { jsonrpc, id, error: { code: -32_012, message: "AUTH_TOKEN_INVALID" } }
            : undefined,
        ),
      );
    },
  }),
];
