/**
 * Two players that answer at once in any match, for a referee that supports only RUN_MATCH: where other referees get a
 * plain announcement, it gets a new RUN_MATCH.
 */
import type { JsonObject } from "../json/scan.js";
import type { Identity } from "../oracle/envelope-rules.js";
import type { PeerContext } from "./peer-context.js";
import { GAME_TYPE } from "./scripted-manager.js";
import { ScriptedPlayer } from "./scripted-player.js";

/** Ids that no player of another match has. */
const IDS = { playerA: "P90", playerB: "P91" };

export class StandIns {
  private readonly leagueId: string;
  private readonly playerA: ScriptedPlayer;
  private readonly playerB: ScriptedPlayer;

  constructor(peerContext: PeerContext, leagueId: string, expectedSender: () => Identity) {
    const match = { matchId: "", leagueId, ...IDS };
    this.leagueId = leagueId;
    this.playerA = new ScriptedPlayer(peerContext, IDS.playerA, {}, expectedSender, match);
    this.playerB = new ScriptedPlayer(peerContext, IDS.playerB, {}, expectedSender, match);
  }

  async listen(): Promise<this> {
    await Promise.all([this.playerA.listen(), this.playerB.listen()]);
    return this;
  }

  /** RUN_MATCH for a new match. */
  order(roundId: number): JsonObject {
    return {
      league_id: this.leagueId,
      round_id: roundId,
      match_id: `R${roundId}M1`,
      game_type: GAME_TYPE,
      player_A_id: IDS.playerA,
      player_B_id: IDS.playerB,
      player_A_endpoint: this.playerA.url,
      player_B_endpoint: this.playerB.url,
    };
  }

  async close(): Promise<void> {
    await Promise.all([this.playerA.close(), this.playerB.close()]);
  }
}
