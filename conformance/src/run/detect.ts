/** `--wire auto`: finds the wire form of the agent by what it sends, and by trying a harmless message in each form. */
import type { RunContext } from "../bench/context.js";
import { TransportBench } from "../bench/transport-bench.js";
import { createExpect } from "../expect.js";
import { Codec } from "../profiles/codec.js";
import { bundledProfiles, loadProfile } from "../profiles/load.js";
import { nearestTo } from "../profiles/nearest.js";
import type { Role } from "../types.js";
import type { World } from "./role-kit.js";

/** The bundled forms, the canonical one first. */
export function candidates(role: Role): Codec[] {
  return bundledProfiles().map((name) => new Codec(loadProfile(name), role));
}

export class Detection {
  private readonly context: RunContext;
  private readonly codecs: readonly Codec[];
  private seen: Codec | undefined;

  constructor(context: RunContext, codecs: readonly Codec[]) {
    this.context = context;
    this.codecs = codecs;
  }

  /** From now on, the form in which the agent first speaks (it registers) is the one in which it is answered. */
  listen(): void {
    this.context.onFirstMessage = (body) => {
      this.seen ??= nearestTo(this.codecs, body);
      this.context.codec = this.seen ?? this.context.codec;
    };
  }

  /** Decides, on an instance that has started, and sets the run's form. Gives back one sentence for people. */
  async decide(world: World): Promise<string> {
    const { context, codecs, seen } = this;
    delete context.onFirstMessage;
    if (codecs.length === 1) return "the only bundled form";
    for (const codec of [...codecs].sort((a, b) => Number(b === seen) - Number(a === seen))) {
      context.codec = codec;
      if (await understands(context, world))
        return codec === seen ? "it registers and answers in it" : "it answers in it";
    }
    context.codec = seen ?? codecs[0] ?? context.codec;
    return seen === undefined ? "it answered in none, so this one is assumed" : "it registers in it";
  }
}

/** Whether a harmless message in the form of `context.codec` is answered with the message that belongs to it. */
async function understands(context: RunContext, world: World): Promise<boolean> {
  const { env } = world;
  const bench = new TransportBench(
    env,
    context.role,
    world,
    createExpect(() => 0),
    context.stage.random,
  );
  const answer = await bench.valid();
  return answer.outcome === "message" && typeof answer.result.message_type === "string";
}
