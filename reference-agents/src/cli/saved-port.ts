/** The port of an agent that continues as a member: the port that it registered with. */
import { StartupError } from "@league-v2/sdk";
import type { RegistrationFile } from "../files/index.js";

/** The port of the agent's earlier run; null without an earlier run, or if the options name a port. */
export async function savedPort(
  keeper: RegistrationFile | null,
  { port, endpoint }: { readonly port: number; readonly endpoint?: string | undefined },
): Promise<number | null> {
  if (keeper === null || port !== 0 || endpoint !== undefined) return null;
  const saved = await keeper.load();
  return saved === null ? null : Number(new URL(saved.endpoint).port);
}

/** If another process uses the port now, the agent takes a free one and registers again. */
export async function atSavedPort<T>(
  saved: number | null,
  port: number,
  serve: (port: number) => Promise<T>,
): Promise<T> {
  try {
    return await serve(saved ?? port);
  } catch (error) {
    if (saved === null || !(error instanceof StartupError) || error.name !== "PORT_IN_USE") throw error;
    return serve(port);
  }
}
