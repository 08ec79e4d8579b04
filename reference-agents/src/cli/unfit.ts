import { InvalidSettings } from "../settings/index.js";

/** A flag that does not fit the others. */
export function unfit(place: string, received: unknown, expected: string, hint?: string): InvalidSettings {
  const fault = { source: "flag", place, received, expected } as const;
  return new InvalidSettings([hint === undefined ? fault : { ...fault, hint }]);
}
