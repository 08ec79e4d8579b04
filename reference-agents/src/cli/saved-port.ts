/** Where an agent listens that goes on as a member: where its league believes it to be. */
import { StartupError } from "@league-v2/sdk";
import type { RegistrationFile } from "../files/index.js";

/** The port of its earlier life, for an agent that may have any; null if it has none, or is told where to be. */
export async function keptPort(
  keeper: RegistrationFile | null,
  { port, endpoint }: { readonly port: number; readonly endpoint?: string | undefined },
): Promise<number | null> {
  if (keeper === null || port !== 0 || endpoint !== undefined) return null;
  const kept = await keeper.load();
  return kept === null ? null : Number(new URL(kept.endpoint).port);
}

/** Somebody else may have the port by now: then any other one is as good, and the agent registers anew. */
export async function atKeptPort<T>(
  kept: number | null,
  port: number,
  serve: (port: number) => Promise<T>,
): Promise<T> {
  try {
    return await serve(kept ?? port);
  } catch (error) {
    if (kept === null || !(error instanceof StartupError) || error.name !== "PORT_IN_USE") throw error;
    return serve(port);
  }
}
