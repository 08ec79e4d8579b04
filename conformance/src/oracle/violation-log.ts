/** Everything that the oracle saw in one run: how often each rule was looked at, and where it was not kept. */
import { printable } from "../json/text.js";
import type { Violation, ViolationKind } from "./violation.js";

export interface RecordedViolation extends Violation {
  /** The check during which it happened. */
  during: string;
  /** What was being said: "the answer to GAME_INVITATION". */
  where: string;
  excerpt: string;
}

const KEPT_PER_KIND = 20;

export class ViolationLog {
  private readonly looked = new Map<ViolationKind, number>();
  private readonly entries = new Map<ViolationKind, RecordedViolation[]>();

  /** One body was inspected for these rules; these violations were found. */
  record(
    rules: readonly ViolationKind[],
    found: readonly Violation[],
    during: string,
    where: string,
    body: Uint8Array,
  ): void {
    for (const rule of rules) this.looked.set(rule, (this.looked.get(rule) ?? 0) + 1);
    for (const violation of found) {
      const list = this.entries.get(violation.kind) ?? [];
      const alike = list.filter((one) => one.isWithoutEnvelope === violation.isWithoutEnvelope);
      if (alike.length < KEPT_PER_KIND)
        list.push({ ...violation, during, where, excerpt: printable(body, 600) });
      this.entries.set(violation.kind, list);
    }
  }

  /** How many bodies this rule was applied to. */
  count(kind: ViolationKind): number {
    return this.looked.get(kind) ?? 0;
  }

  violations(kind: ViolationKind): readonly RecordedViolation[] {
    return this.entries.get(kind) ?? [];
  }
}
