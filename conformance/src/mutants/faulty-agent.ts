/** The reference agent of a row with other options, with lost data, or with another end of its process. */
import type { Agent } from "../sdk.js";
import { referenceAgent } from "../subject/reference-agent.js";
import type { Ends, FaultRow } from "./fault-row.js";
import type { Mutant } from "./mutant.js";
import { listOf } from "./passing.js";

export function faultyAgent(
  options: FaultRow["options"] = {},
  forgets: FaultRow["forgets"],
  ends: Ends | undefined,
): NonNullable<Mutant["agent"]> {
  const changes = Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name, value ?? undefined]),
  );
  return (launch, role, memory) => {
    for (const name of listOf(forgets)) memory.delete(name);
    const agent = referenceAgent(role, undefined, changes)(launch, memory);
    return ends === undefined ? agent : withEnds(agent, ends);
  };
}

/** A new promise for each use: a shared one would keep its callbacks in memory. */
const never = () => new Promise<never>(() => undefined);

function withEnds(agent: Agent, { shutdown = "well", rejection = "badly", silence = "badly" }: Ends): Agent {
  return {
    role: agent.role,
    connect: (link) => {
      const { done, registered, ...running } = agent.connect(link);
      const how = Promise.race([
        done.then(() => shutdown),
        registered.then(never, ({ name }: Error) => (name === "REGISTRATION_REJECTED" ? rejection : silence)),
      ]);
      return {
        ...running,
        done: how.then((way) => (way === "well" ? "it has ended" : never())),
        registered: how.then((way) => (way === "badly" ? Promise.reject(new Error("it ends")) : never())),
      };
    },
  };
}
