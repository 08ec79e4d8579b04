/**
 * A league of tools: its round starts when all are ready; its referee gets only the announcement,
 * and requests the addresses.
 */
import type { HttpReply, HttpRequest } from "../../../src/http/types.js";
import type { MemoryNetwork } from "../../../src/memory/index.js";
import { now } from "./referee-messages.js";
import { type Body, bodyOf, type Reply, rpcError, rpcResult } from "./wild-player.js";

interface Member {
  readonly id: string;
  readonly role: "player" | "referee";
  readonly url: string;
}

export class ReadyLeague {
  readonly members: Member[] = [];
  /** One id for each call of the ready tool. */
  readonly ready: string[] = [];
  readonly reports: Body[] = [];
  readonly #network: MemoryNetwork;
  /** The tools that it lists other than registration, query and report. */
  readonly #tools: readonly string[];

  constructor(url: string, network: MemoryNetwork, tools: readonly string[]) {
    this.#network = network;
    this.#tools = tools;
    network.attach(url, this.#handle);
  }

  readonly #handle = async ({ body }: HttpRequest): Promise<HttpReply> => {
    const { id, method, params } = bodyOf(JSON.parse(String(body)));
    const reply = this.#answer(id, method, bodyOf(params));
    return { status: reply.status ?? 200, headers: {}, body: JSON.stringify(reply.body) };
  };

  #answer(id: unknown, method: unknown, { name, arguments: given }: Body): Reply {
    const own = ["register_player", "register_referee", "league_query", "report_match_result"];
    const tools = [...own, ...this.#tools].map((tool) => ({ name: tool, inputSchema: { type: "object" } }));
    if (method === "tools/list") return rpcResult(id, { tools });
    if (method !== "tools/call") return rpcError(id, -32_601, "Method not found (use tools/call)");
    if (!tools.some((tool) => tool.name === name))
      return rpcError(id, -32_602, `Unknown tool: ${String(name)}`);
    return rpcResult(id, {
      content: [{ type: "text", text: JSON.stringify(this.#call(String(name), bodyOf(given))) }],
    });
  }

  #call(name: string, message: Body): Body {
    if (name === "register_player") return this.#admit("player", bodyOf(message.player_meta));
    if (name === "register_referee") return this.#admit("referee", bodyOf(message.referee_meta));
    if (name === "report_match_result") {
      this.reports.push(message);
      return says("MATCH_RESULT_ACK", { match_id: message.match_id, status: "recorded" });
    }
    if (name === "league_query") {
      const agents = this.members.map(({ id, url }) => ({ id, contact_endpoint: url }));
      return says(
        "LEAGUE_QUERY_RESPONSE",
        message.query_type === "GET_AGENTS" ? { agents } : { standings: [] },
      );
    }
    const { agent_id, auth_token } = message;
    if (auth_token === `token-of-${String(agent_id)}`) this.ready.push(String(agent_id));
    return says("AGENT_READY_ACK", { status: "OK" });
  }

  #admit(role: Member["role"], { contact_endpoint }: Body): Body {
    const count = this.members.filter((one) => one.role === role).length + 1;
    const id = `${role === "player" ? "P" : "REF"}0${count}`;
    this.members.push({ id, role, url: String(contact_endpoint) });
    const type = role === "player" ? "LEAGUE_REGISTER_RESPONSE" : "REFEREE_REGISTER_RESPONSE";
    return says(type, { status: "ACCEPTED", auth_token: `token-of-${id}`, [`${role}_id`]: id });
  }

  /** Announces one match to all, which only this announcement starts. */
  async announce(): Promise<void> {
    const match = { match_id: "R1M1", game_type: "even_odd", player_A_id: "P01", player_B_id: "P02" };
    const referee = this.members.find(({ role }) => role === "referee");
    const matches = [{ ...match, referee_id: "REF01", referee_endpoint: referee?.url }];
    const given = says("ROUND_ANNOUNCEMENT", { league_id: "L1", round_id: 1, matches });
    for (const { url } of this.members) {
      const params = { name: "handle_round_announcement", arguments: given };
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
      await this.#network.send({ url, body, signal: new AbortController().signal });
    }
  }
}

function says(message_type: string, fields: Body): Body {
  const envelope = { protocol: "league.v2", message_type, sender: "league_manager", timestamp: now };
  return { ...envelope, conversation_id: "conv-league", ...fields };
}
