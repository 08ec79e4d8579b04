/** Requests the addresses of the members from a league that discloses them, in the league's form. */
import { deadline } from "../../platform/clock.js";
import { textAt } from "../../wire/as-text.js";
import { defaultBudget, exchange, mcpHeaders } from "../../wire/derive/probe.js";
import { answerObject, isObject } from "../../wire/index.js";
import type { AgentCore } from "../serving/agent-core.js";

const ids = ["id", "agent_id", "player_id", "referee_id"];
const addresses = ["contact_endpoint", "endpoint", "url", "address"];
/** The deepest nesting of a list of members. */
const deepest = 4;

/** @param query signed by this agent */
export async function addressesOf(
  league: string,
  query: object,
  { agentContext, forms, signal }: AgentCore,
): Promise<ReadonlyMap<string, string>> {
  const learned = await forms.learned();
  const { registry } = await learned.load();
  const form = learned.ofLeague ?? registry.mustBe("canonical");
  const isTool = form.profile.request === "tools_call";
  const limit = deadline(agentContext.clock, defaultBudget.ms, signal);
  const body = form.request("LEAGUE_QUERY", { ...query }, 1);
  const headers = isTool ? (learned.sessionOf(league) ?? mcpHeaders) : undefined;
  const { transport } = agentContext;
  const asked = exchange({ body }, { transport, url: league }, limit.signal, headers);
  const exchanged = await asked.finally(limit.cleanup);
  const answer = answerObject(exchanged?.reply);
  return new Map(answer === undefined ? [] : membersIn(answer, deepest));
}

/** Every object with an id and an address. */
function membersIn(value: unknown, depth: number): (readonly [string, string])[] {
  if (depth < 0) return [];
  if (Array.isArray(value)) return value.flatMap((one) => membersIn(one, depth - 1));
  if (!isObject(value)) return [];
  const [id, address] = [textAt(value, ids), textAt(value, addresses)];
  if (id !== undefined && address !== undefined) return [[id, address]];
  return Object.values(value).flatMap((one) => membersIn(one, depth - 1));
}
