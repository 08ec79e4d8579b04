/** What can be wrong with a player's answers. */
import type { Reaction } from "../../peers/post.js";

/** Never silent for as long as a socket waits for its next byte, and not done when the round should be over. */
const DRIP = { kind: "drip", status: 200, body: " ".repeat(400), bytesPerSecond: 1 } as const;

export const FAULTS = {
  "cannot be reached": "dead",
  "never answers": { http: { kind: "never" } },
  "sends headers and no body": { http: { kind: "stall", status: 200 } },
  "sends its answers at one byte a second": { http: DRIP },
  "answers everything with HTTP 500": {
    http: { kind: "reply", status: 500, headers: [["content-type", "text/html"]], body: "<h1>500</h1>" },
  },
  "answers everything with something that is no JSON": {
    http: { kind: "reply", status: 200, body: "thank you" },
  },
  "answers everything with an error": { error: { code: -32_601, message: "Method not found" } },
  "answers everything with an empty result": { result: {} },
  "answers everything with bytes that are no HTTP": { http: { kind: "garbage", bytes: "hello" } },
} satisfies Record<string, Reaction | "dead">;

export type PlayerFault = keyof typeof FAULTS;
