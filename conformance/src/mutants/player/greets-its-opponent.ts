import type { Transport } from "../../doors.js";
import { isObject } from "../../json/pointer.js";
import { mutant } from "../mutant.js";
import { all, changeRequest } from "../surgery.js";

export default mutant({
  id: "player:greets-its-opponent",
  fault: "Sends its opponent a message when the announcement tells where it is.",
  surgery: () => {
    let wire: Transport | undefined;
    const greet = (url: string) => {
      const body = JSON.stringify({ jsonrpc: "2.0", method: "hello", params: { sender: "player" } });
      wire?.send({ url, body, signal: new AbortController().signal }).catch(() => undefined);
    };
    return all(
      {
        transport: (inner) => {
          wire = inner;
          return inner;
        },
      },
      changeRequest("ROUND_ANNOUNCEMENT", ({ matches }) => {
        for (const match of Array.isArray(matches) ? matches.filter(isObject) : []) {
          if (typeof match.player_B_endpoint === "string") greet(match.player_B_endpoint);
        }
        return undefined;
      }),
    );
  },
});
