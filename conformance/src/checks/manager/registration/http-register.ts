import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { isObject } from "../../../json/pointer.js";
import { GAME_TYPE } from "../../../peers/scripted-manager.js";
import { mustHaveRoom, withWaitingManager } from "../_desk.js";
import { registrations } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/registration/http-register",
  title: "gives an id and a token to an agent that registers by POST on /register",
  decides: ["LM-REG-11"],
  kills: ["manager:http-register-without-token"],
  worstCaseMs: 2 * registrations(3),
  async run(bench) {
    mustHaveRoom(bench);
    await withWaitingManager(bench, async ({ league }) => {
      for (const agentType of ["player", "referee"]) {
        const body = {
          display_name: `suite-${agentType}-of-rs-${bench.random.below(1_000_000_000)}`,
          version: "1.0.0",
          endpoint: "http://127.0.0.1:9/mcp",
          agent_type: agentType,
          supported_game_types: [GAME_TYPE],
        };
        const answer = await league.operator.raw(league.manager, body, {
          question: `POST /register of a ${agentType}`,
          http: { path: "/register" },
        });
        const { json, status = 0 } = answer;
        if (status < 200 || status > 299 || !isObject(json) || json.error !== undefined) {
          return bench.notApplicable(`POST /register is not offered (${answer.describe()})`);
        }
        const what = (member: string) => `${member} of the answer to POST /register of a ${agentType}`;
        bench.expect(json.auth_token, what("auth_token")).isText();
        bench.expect(json.agent_id ?? json[`${agentType}_id`], what("agent_id")).isText();
      }
    });
  },
});
