/** A wire form that no list has, derived by the SDK from what the agent says of itself and of what it refuses. */
import { type Conclusion, negotiate, type ProfileDocument } from "@league-v2/sdk/wire";
import type { RunContext } from "../fixtures/context.js";
import type { AgentInstance } from "../fixtures/start.js";
import { Codec } from "../profiles/codec.js";
import { asProfile } from "../profiles/load.js";

export interface DerivedForm {
  readonly codec: Codec;
  readonly document: ProfileDocument;
  /** The evidence, a sentence each. */
  readonly evidence: readonly string[];
}

/** @returns undefined where nothing that the agent says leads to a form */
export async function derivedForm(
  { environment, role }: RunContext,
  { agent, leagueId }: AgentInstance,
): Promise<DerivedForm | undefined> {
  const { transport, clock, random } = environment;
  const { registration, url, id } = agent;
  const request = registration?.received.json;
  const found = await negotiate({
    ...{ url, transport, clock, random, roles: [role] },
    ...(request === undefined ? {} : { seen: [{ by: "peer", request: request }] }),
    ...(registration === undefined ? {} : { member: { id, leagueId } }),
  });
  return formIn(found);
}

function formIn({ document, evidence, role }: Conclusion): DerivedForm | undefined {
  if (document === undefined) return undefined;
  const named = { ...document, name: "derived", title: `The form of this ${role}` };
  return { codec: new Codec(asProfile(named)), document: named, evidence };
}
