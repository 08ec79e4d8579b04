/** Whether an agent understands a form although it was not the nearest one. */
import type { RunContext } from "../fixtures/context.js";
import type { AgentInstance } from "../fixtures/start.js";
import type { Codec } from "../profiles/codec.js";
import { matchInForm } from "./match-in-form.js";
import { probeOne } from "./probe.js";

/** It answers in this form; and if it is a player, its choice is not said in the words of another one. */
export async function isPlain(context: RunContext, instance: AgentInstance, form: Codec): Promise<boolean> {
  const { understood } = await probeOne(context, instance, form);
  if (understood !== "full") return false;
  return context.role !== "player" || (await matchInForm(context, instance, form)).choosesPlainly;
}
