/** The cost of the support for every wire form, for canonical messages and for others. */

import { playerServes, protocol } from "@league-v2/contract";
import {
  createPlayer,
  handleRpc,
  RpcError,
  type RpcOptions,
  secureRandom,
  serveMethod,
  systemClock,
} from "@league-v2/sdk";
import { MemoryNetwork } from "@league-v2/sdk/memory";
import { bundledProfile, ProfileCodec } from "@league-v2/sdk/wire";
import { inSlices } from "../measure/rounds.ts";
import { median, ratioByRound } from "../measure/statistics.ts";
import type { Section } from "../report/section.ts";

export interface FormSizes {
  readonly rounds: number;
  readonly messages: number;
}

/** Recognising the form of a canonical message may cost so much of the time that answering it takes. */
const MOST = 1.02;

/** This often the contenders take turns in one round: they differ by less than the machine does from moment to moment. */
const slices = 40;

const invitation = {
  protocol: protocol.version,
  message_type: "GAME_INVITATION",
  sender: "referee:REF01",
  timestamp: "2025-12-20T10:00:00Z",
  conversation_id: "conv-R1M1-5d2c",
  auth_token: "1f8a4c6e0b7d42d39e51a0c47be2f613",
  league_id: "league_2025_even_odd",
  round_id: 1,
  match_id: "R1M1",
  game_type: "even_odd",
  role_in_match: "PLAYER_A",
  opponent_id: "P02",
};

interface Contender {
  readonly name: string;
  readonly answer: () => Promise<unknown>;
  readonly mostOfReference?: number;
  readonly remark: string;
}

export async function formSections({ rounds, messages }: FormSizes): Promise<Section[]> {
  const rpc = rpcContenders();
  const agents = await agentContenders();
  return [
    await section(
      "forms-rpc",
      "The canonical form, with and without other forms: time for one message",
      rpc,
      rounds,
      messages,
    ),
    await section(
      "forms",
      "A player answers an invitation in each form: time for one message",
      agents,
      rounds,
      messages,
    ),
  ];
}

/** The same method with the same validators, once with the look at other forms and once without. */
function rpcContenders(): Contender[] {
  const { validateRequest, validateReply } = playerServes.handle_game_invitation;
  const { conversation_id, match_id, auth_token } = invitation;
  const envelope = {
    protocol: "league.v2",
    sender: "player:P01",
    timestamp: invitation.timestamp,
    conversation_id,
    auth_token,
  };
  const reply = {
    ...envelope,
    message_type: "GAME_JOIN_ACK",
    match_id,
    player_id: "P01",
    arrival_timestamp: invitation.timestamp,
    accept: true,
  };
  const method = serveMethod<unknown, unknown, null>({
    validateRequest,
    validateReply,
    handler: () => reply,
    onInvalid: () => new RpcError(-32602, "Invalid params"),
  });
  const methods = new Map([["handle_game_invitation", method]]);
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "handle_game_invitation",
    params: invitation,
  });
  const { limits } = protocol;
  const alone: RpcOptions = { limits };
  const withOthers: RpcOptions = { limits, middleware: (_entry, next) => next() };
  return [
    {
      name: "canonical, no other form",
      answer: () => handleRpc(body, methods, null, alone),
      remark: "JSON-RPC and validators only",
    },
    {
      name: "canonical, with all others",
      answer: () => handleRpc(body, methods, null, withOthers),
      mostOfReference: MOST,
      remark: "one look-up more, at most",
    },
  ];
}

async function agentContenders(): Promise<Contender[]> {
  const agent = createPlayer({ displayName: "alpha", choose: () => "even" }).connect({
    endpoint: "http://127.0.0.1:8101/mcp",
    clock: systemClock,
    random: secureRandom,
    transport: new MemoryNetwork(),
  });
  const about = { recipient: "P01", player_a: "P01", player_b: "P02" };
  return ["canonical", "flat", "mcp", "handle-message", "nested"].map((name) => {
    const profile = bundledProfile(name);
    if (profile === undefined) throw new Error(`there is no form ${name}`);
    const body = Buffer.from(
      JSON.stringify(new ProfileCodec(profile).request("GAME_INVITATION", invitation, 1, about)),
    );
    const request = { method: "POST", path: protocol.paths.mcp, contentType: "application/json", body };
    return { name, answer: () => agent.handle(request), remark: profile.title };
  });
}

async function section(
  id: string,
  title: string,
  contenders: readonly Contender[],
  rounds: number,
  messages: number,
): Promise<Section> {
  for (const one of contenders) await microseconds(one, messages);
  const slice = Math.ceil(messages / slices);
  const costs = await inSlices(contenders, rounds, slices, (one) => microseconds(one, slice));
  const [first] = contenders;
  return {
    id,
    title,
    reference: first?.name ?? "",
    rows: contenders.map((one) => {
      const own = costs.get(one) ?? [];
      const { median: ratio, low, high } = ratioByRound(own, (first && costs.get(first)) ?? []);
      const { name, remark, mostOfReference: limit } = one;
      const row = { name, ratio, low, high, value: median(own), unit: "µs", remark };
      return limit === undefined ? row : { ...row, aim: { of: "ratio", at: "most", limit } };
    }),
    notes: [
      "In one process, without HTTP. The player belongs to no league, so that all forms get the same refusal.",
    ],
  };
}

async function microseconds({ answer }: Contender, messages: number): Promise<number> {
  const begin = performance.now();
  for (let count = 0; count < messages; count++) await answer();
  return ((performance.now() - begin) * 1000) / messages;
}
