/** Replies that break the schema of their message, one fault each, for an agent under test that reads them. */
import { type FieldFault, withFault } from "@league-v2/contract";
import { isObject, type JsonObject } from "../json.js";
import type { Reaction } from "../peers/exchange/received.js";
import type { Random } from "../sdk.js";
import { faultsOf, shuffle } from "./negatives.js";

/** All faults of one reply, in an order that the seed decides. Each is sent once; when all were, the reply is as it should be. */
export class MalformedReplies {
  readonly type: string;
  private readonly all: readonly FieldFault[];
  private readonly left: FieldFault[];

  /** @param pointers the members in which the faults are; any by default */
  constructor(type: string, random: Random, pointers?: readonly string[]) {
    this.type = type;
    this.all = faultsOf(type).filter(({ pointer }) => pointers?.includes(pointer) ?? true);
    this.left = shuffle(this.all, random);
  }

  /** The same reaction with the next fault in its message. `sent` gets the description of the fault. */
  next(reaction: Reaction, sent: string[]): Reaction {
    if (!("say" in reaction)) return reaction;
    return { ...reaction, alter: (message) => this.broken(message, sent) };
  }

  /** How likely this many faults are to show an agent that fails at one of them. */
  note(who: string): string {
    const tried = this.all.length - this.left.length;
    const share = Math.floor((100 * tried) / this.all.length);
    return `${tried} of ${this.all.length} malformed ${this.type}s were tried: a ${who} that fails at any one of them is found with a probability of ${share} %`;
  }

  private broken(message: JsonObject, sent: string[]): JsonObject {
    const fault = this.left.shift();
    if (fault === undefined) return message;
    sent.push(fault.label);
    const changed = withFault(message, fault);
    return isObject(changed) ? changed : message;
  }
}
