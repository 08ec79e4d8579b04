/** Whether a strict league manager refuses the registration of a service, which no document describes. */
import { createLeagueManager } from "../../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../../src/testing/index.js";
import { postOver, type ServicePlayer, type ServiceReferee } from "./service.js";

export async function strictRefusals({
  register,
}: Pick<ServicePlayer | ServiceReferee, "register">): Promise<"refused" | "accepted"> {
  const platform = new SimulatedPlatform();
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1, strict: true }), 8000);
  const self = { name: "service", base: new URL(urlOf(8105)).origin, id: "", choice: "even" } as const;
  try {
    const registering = register({ ...self }, urlOf(8000), postOver(platform.network));
    return await platform.clock.run(
      registering.then(
        () => "accepted" as const,
        () => "refused" as const,
      ),
    );
  } finally {
    await platform.clock.run(manager.close());
  }
}
