import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import type { Reaction } from "../../../peers/post.js";
import { judgePatience, SLOW_LEAGUE_MS } from "../_slow.js";

const REACTIONS: Readonly<Record<string, Reaction>> = {
  "answers everything with HTTP 500": {
    http: { kind: "reply", status: 500, headers: [["content-type", "text/html"]], body: "<h1>500</h1>" },
  },
  "answers everything with something that is no JSON": {
    http: { kind: "reply", status: 200, body: "thank you" },
  },
  "answers everything with an error": { error: { code: -32_601, message: "Method not found" } },
  "answers everything with an empty result": { result: {} },
  "answers everything with bytes that are no HTTP": { http: { kind: "garbage", bytes: "hello" } },
};

export default check<ManagerBench>({
  id: "manager/alive/confused-players",
  title: "brings the league to its end although a player answers with errors or nonsense",
  decides: ["LM-LIVE-01"],
  kills: ["manager:dies-of-nonsense", "manager:stops-at-an-error"],
  worstCaseMs: SLOW_LEAGUE_MS,
  async run(bench) {
    await Promise.all(
      Object.entries(REACTIONS).map(([who, reaction]) => judgePatience(bench, reaction, who)),
    );
  },
});
