/** Runs a plan: several lanes at once, each with an instance of its own that goes from check to check. */
import type { RunContext } from "../bench/context.js";
import { SubjectError } from "../subject/subject.js";
import { Transcript } from "../transcript.js";
import type { CheckResult } from "../types.js";
import { endingOf, NotExercised } from "../verdict.js";
import { execute, unexecuted } from "./execute.js";
import type { Place, Planned } from "./plan.js";
import type { RoleKit, World } from "./role-kit.js";

export interface LaneOptions {
  context: RunContext;
  kit: RoleKit;
  lanes: number;
  /** Resolves with the reason when the run must end now. */
  stop: Promise<string>;
  onStart(planned: Planned): void;
  onResult(result: CheckResult, planned: Planned): void;
}

const TAKES_AN_INSTANCE: readonly Place[] = ["shared", "fresh", "beside", "last"];

const NEVER = new Promise<never>(() => undefined);

export class Lanes {
  private readonly options: LaneOptions;
  private readonly idle: World[] = [];
  private stopped: string | undefined;
  /** Why no instance can be had any more; the first failure to start one ends the run. */
  unreachable: SubjectError | undefined;

  constructor(options: LaneOptions) {
    this.options = options;
    void options.stop.then((why) => {
      this.stopped = why;
    });
  }

  /** Gives an instance that is open already to the lanes. */
  adopt(world: World): void {
    this.idle.push(world);
  }

  async run(planned: readonly Planned[]): Promise<void> {
    // A run that must end already starts nothing.
    await Promise.race([this.options.stop, Promise.resolve()]);
    const isLate = ({ place }: Planned) => place === "last" || place === "watcher" || place === "observer";
    const leagues = planned.filter(({ place }) => place === "league");
    const beside = planned.filter(({ place }) => place === "beside");
    const queue = planned.filter((one) => one.place !== "league" && one.place !== "beside" && !isLate(one));
    const worker = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) await this.one(next);
    };
    const workers = Array.from({ length: Math.min(this.options.lanes, queue.length) }, worker);
    await Promise.all([...leagues.map((one) => this.one(one)), ...workers]);
    if (beside.length > 0) await this.sideBySide(beside);
    for (const one of planned) if (isLate(one)) await this.one(one);
  }

  async close(): Promise<void> {
    await Promise.all(this.idle.splice(0).map((world) => world.stop()));
  }

  /** As many at once as the instances that run already take, each in a world of its own around one of them. */
  private async sideBySide(planned: readonly Planned[]): Promise<void> {
    const { lanes, kit, stop } = this.options;
    const worlds: World[] = [];
    for (let i = 0; i < lanes; i += 1) {
      const world = this.unreachable === undefined ? await this.reach(false) : undefined;
      if (world !== undefined) worlds.push(world);
    }
    const opening = Promise.all(worlds.map((world) => kit.companions(world))).then((all) => all.flat());
    // When the run must end, nobody waits for what the referee makes of several matches at once.
    const companions = await Promise.race([opening, stop.then(() => [])]);
    const queue = [...planned];
    const worker = async (companion?: World) => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift())
        await this.one(next, companion);
    };
    await Promise.all(companions.length === 0 ? [worker()] : companions.map(worker));
    await Promise.all(companions.filter((one) => !worlds.includes(one)).map((one) => one.stop()));
    this.idle.push(...worlds);
  }

  /** @param companion the world in which it goes on beside others */
  private async one(planned: Planned, companion?: World): Promise<void> {
    const { context, kit, stop, onStart, onResult } = this.options;
    const { one, place } = planned;
    const leave = (why: string) =>
      onResult(unexecuted(one, endingOf(new NotExercised(why), one.level), context), planned);
    // What only looks back needs no time and no agent, so that a run which was cut short still says what it has seen.
    const looksBack = place === "observer";
    if (this.stopped !== undefined && !looksBack) return leave(this.stopped);
    let world = companion;
    if (world === undefined && TAKES_AN_INSTANCE.includes(place)) {
      if (this.unreachable === undefined) world = await this.reach(place === "fresh");
      if (this.unreachable !== undefined)
        return leave(`the agent could not be started: ${this.unreachable.message}`);
      if (world === undefined) return leave(this.stopped ?? "the run has ended");
    }
    onStart(planned);
    const { result, worldIsSound } = await execute(context, kit, one, world, looksBack ? NEVER : stop);
    onResult(result, planned);
    if (world === undefined || world === companion) return;
    if (place === "shared" && worldIsSound) this.idle.push(world);
    else await world.stop();
  }

  /** An instance, or undefined when there is none: `unreachable` says why, unless the run has ended. */
  private async reach(fresh: boolean): Promise<World | undefined> {
    try {
      return await this.world(fresh);
    } catch (error) {
      if (!(error instanceof SubjectError)) throw error;
      this.unreachable = error;
      return undefined;
    }
  }

  private async world(fresh: boolean): Promise<World | undefined> {
    const { context, kit, stop } = this.options;
    const idle = fresh ? undefined : this.idle.pop();
    if (idle !== undefined) return idle;
    const opening = kit.open({ transcript: new Transcript(context.stage.clock), check: "start" });
    const world = await Promise.race([opening, stop.then(() => undefined)]);
    if (world === undefined) void opening.then((late) => late.stop()).catch(() => undefined);
    return world;
  }
}
