/** Whether an agent can be spoken to in a form although it was not the nearest one. */
import type { RunContext } from "../bench/context.js";
import { deadlineOf } from "../contract.js";
import { Match } from "../peers/match.js";
import { Speaker } from "../peers/speaker.js";
import type { Codec } from "../profiles/codec.js";
import { aside, probeOne } from "./probe.js";
import type { World } from "./role-kit.js";

const PARITIES: readonly unknown[] = ["even", "odd"];

/** It answers in this form; and if it is a player, its choice is not said in the words of another one. */
export async function isPlain(context: RunContext, world: World, form: Codec): Promise<boolean> {
  const { understood } = await probeOne(context, world, form);
  if (understood !== "full") return false;
  return context.role !== "player" || (await choosesPlainly(context, world));
}

async function choosesPlainly(context: RunContext, { agent, leagueId, ...world }: World): Promise<boolean> {
  const env = aside(context, world.env);
  const token = Buffer.from(env.random.bytes(16)).toString("hex");
  const sender = `referee:REF${100 + env.random.below(900)}`;
  const roundId = 1_000 + env.random.below(1_000_000);
  const ids = { id: `R${roundId}M1`, leagueId, roundId, opponent: "P02", role: "PLAYER_A" } as const;
  const match = new Match(env, new Speaker(env, { name: sender, sender, token }), ids);
  await match.invite(agent);
  // A choice that does not come soon says nothing about its words.
  const choice = await match.askChoice(agent, { timeoutMs: deadlineOf("GAME_INVITATION") });
  await match.gameOver(agent);
  return choice.outcome !== "message" || PARITIES.includes(choice.result.parity_choice);
}
