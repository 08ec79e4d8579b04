import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { expectRejected, seated } from "../_desk.js";
import { mustHeedNumbers } from "../_leagues.js";
import { registrations } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/registration/league-full",
  title: 'rejects whoever comes after the configured number, with the reason "League full"',
  decides: ["LM-REG-06"],
  kills: ["manager:takes-too-many"],
  worstCaseMs: registrations(8),
  async run(bench) {
    await mustHeedNumbers(bench);
    const seatAll = async (role: "player" | "referee") => {
      const full = { player: { players: 2, referees: 1 }, referee: { players: 4, referees: 1 } }[role];
      const { league } = await bench.league({ ...full, seat: false });
      const places = role === "player" ? full.players : full.referees;
      const seat = () => (role === "player" ? league.seatPlayer() : league.seatReferee());
      for (let taken = 0; taken < places; taken += 1) {
        seated(bench, await seat());
      }
      const [answer] = (await seat()).registrations;
      if (answer === undefined) return;
      expectRejected(bench, answer, `${role} number ${places + 1} of ${places}`, "League full");
    };
    await Promise.all([seatAll("player"), seatAll("referee")]);
  },
});
