/** The oracle's record of one run: how often each rule was applied, and where it was broken. */
import { printable } from "../json/text.js";
import type { Violation, ViolationKind } from "./violation.js";

export interface RecordedViolation extends Violation {
  /** The check during which it happened. */
  during: string;
  /** The kind of message: "the answer to GAME_INVITATION". */
  where: string;
  excerpt: string;
}

const KEPT_PER_KIND = 20;

/** A share below 1: some messages may be correct by chance, or come from another part of the agent's program. */
const ALMOST_ALL = 0.9;

export class ViolationLog {
  private readonly looked = new Map<ViolationKind, number>();
  /** The number of bodies that broke the rule, and the kinds of their messages. */
  private readonly broken = new Map<ViolationKind, { bodies: number; where: Set<string> }>();
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
    for (const kind of new Set(found.map((violation) => violation.kind))) {
      const { bodies = 0, where: places = new Set<string>() } = this.broken.get(kind) ?? {};
      this.broken.set(kind, { bodies: bodies + 1, where: places.add(where) });
    }
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

  /**
   * Whether almost every body broke this rule, so that it is no fault of a single message. If only some bodies can
   * break it, `among` is a rule that is applied to exactly those.
   */
  isBrokenEverywhere(kind: ViolationKind, among = kind): boolean {
    const { bodies = 0, where = new Set() } = this.broken.get(kind) ?? {};
    return where.size > 1 && bodies >= ALMOST_ALL * this.count(among);
  }

  violations(kind: ViolationKind): readonly RecordedViolation[] {
    return this.entries.get(kind) ?? [];
  }
}
