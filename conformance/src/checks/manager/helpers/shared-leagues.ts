/** Leagues that are unusual in many ways at once, each of which is judged, and in one way alone where that does not decide. */

import type { Done, ManagerFixture } from "../../../fixtures/manager-fixture.js";
import type { Leagues } from "../../../rule.js";
import type { TimedStep } from "../../../types.js";

interface Shared<Name, Part> {
  /** The time of the shared league, and of the one with one of these alone. */
  steps: readonly TimedStep[];
  /** What is judged. */
  names: readonly Name[] | ((fixture: ManagerFixture) => Promise<readonly Name[]>);
  /** Throws where nothing can be shown. */
  skip?: ((fixture: ManagerFixture) => Promise<void>) | undefined;
  /** @param alone in a league with this alone */
  play(fixture: ManagerFixture, name: Name, alone: boolean): Promise<Done<Part>>;
  /** A fault in the shared league also decides. */
  faultsAreItsOwn?: boolean;
}

export function sharedLeagues<Name, Part>({
  steps,
  names,
  skip = async () => undefined,
  play,
  faultsAreItsOwn = false,
}: Shared<Name, Part>): Leagues<ManagerFixture, Part> {
  return {
    steps,
    async judgeEach(fixture, judge) {
      await skip(fixture);
      await fixture.forEach(typeof names === "function" ? await names(fixture) : names, (name) =>
        fixture.sharedThenAlone(async (alone) => judge(await play(fixture, name, alone)), {
          faultsAreItsOwn,
        }),
      );
    },
  };
}
