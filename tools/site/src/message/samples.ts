/** Sample messages, made from the examples of the contract. */
import {
  chooseParityCallExamples,
  gameInvitationExamples,
  gameJoinAckExamples,
  leagueRegisterRequestExamples,
} from "@league-v2/contract/canonical/examples";
import { Forms } from "@league-v2/sdk/codec";

export interface Sample {
  readonly title: string;
  readonly text: string;
}

const registry = new Forms("any");

function request(form: string, type: string, message: object): string {
  return shown(registry.named(form).request(type, { ...message }, 1));
}

function shown(body: unknown): string {
  return JSON.stringify(body, null, 2);
}

const [call] = chooseParityCallExamples;
const [answer] = gameJoinAckExamples;

export const samples: readonly Sample[] = [
  {
    title: "A request with faults",
    text: request("canonical", "CHOOSE_PARITY_CALL", {
      ...call,
      player_id: 7,
      timestamp: "noon",
      deadline: null,
    }),
  },
  { title: "A canonical request", text: request("canonical", "CHOOSE_PARITY_CALL", call) },
  {
    title: "A flat request",
    text: request("flat", "LEAGUE_REGISTER_REQUEST", leagueRegisterRequestExamples[0]),
  },
  { title: "A call of an MCP tool", text: request("mcp", "GAME_INVITATION", gameInvitationExamples[0]) },
  {
    title: "An answer with a fault",
    text: shown({ jsonrpc: "2.0", id: 1, result: { ...answer, accept: "yes" } }),
  },
];
