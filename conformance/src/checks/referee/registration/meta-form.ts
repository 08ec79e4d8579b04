import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { deadlineOf } from "../../../contract.js";

export default check<RefereeBench>({
  id: "referee/registration/meta-form",
  title: "puts its name, version, game types, endpoint and capacity into `referee_meta`",
  decides: ["REF-REG-02"],
  kills: ["referee:announces-no-capacity", "referee:registers-without-meta"],
  worstCaseMs: deadlineOf("REFEREE_REGISTER_REQUEST"),
  async run(bench) {
    const { expect } = bench;
    if (bench.referee.registration === undefined) bench.notExercised("the referee has not registered");
    const { message } = bench.registration;
    expect(message.referee_meta, "referee_meta").isObject();
    for (const member of ["display_name", "version", "contact_endpoint"]) {
      expect(message, "REFEREE_REGISTER_REQUEST").at(`/referee_meta/${member}`).isText();
    }
    expect(message, "REFEREE_REGISTER_REQUEST").at("/referee_meta/game_types/0").isText();
    expect(message, "REFEREE_REGISTER_REQUEST")
      .at("/referee_meta/max_concurrent_matches")
      .isInteger({ min: 1 });
  },
});
