/** The differences between the verdicts on a variant and on its twin. */
import type { JudgedCheck, Report } from "../suite-run.ts";
import type { Variant } from "./variants.ts";

export interface Difference {
  check: string;
  ofTwin: string;
  ofVariant: string;
  /** Why the habit itself changes this verdict; undefined where it must not. */
  expected: string | undefined;
  /** The suite's diagnosis of the variant or, if there is none, of its twin. */
  diagnosis: string;
}

export function differences(ofTwin: Report, ofVariant: Report, { differs = {} }: Variant): Difference[] {
  const [twin, variant] = [byId(ofTwin), byId(ofVariant)];
  return [...new Set([...twin.keys(), ...variant.keys()])]
    .map((check) => ({
      check,
      ofTwin: twin.get(check)?.verdict ?? "absent",
      ofVariant: variant.get(check)?.verdict ?? "absent",
      expected: differs[check],
      diagnosis: variant.get(check)?.diagnosis ?? twin.get(check)?.diagnosis ?? "",
    }))
    .filter((one) => one.ofTwin !== one.ofVariant);
}

const byId = ({ checks }: Report) => new Map(checks.map((one): [string, JudgedCheck] => [one.id, one]));
