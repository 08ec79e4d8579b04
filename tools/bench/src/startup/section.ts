/** The CPU time for the start of each program, against a well-known command. */
import { join } from "node:path";
import { inRounds } from "../measure/rounds.ts";
import { median, ratioByRound } from "../measure/statistics.ts";
import type { Row, Section } from "../report/section.ts";
import { cpuSecondsOf } from "./cpu-seconds.ts";
import { cpuSecondsUntilListening } from "./until-listening.ts";

export interface StartupSizes {
  readonly rounds: number;
}

interface Contender {
  readonly name: string;
  readonly measure: () => Promise<number>;
  /** Once before the rounds, so that what is measured is a second start. */
  readonly warmUp: () => Promise<number>;
  readonly mostTimes?: number;
  readonly remark?: string;
}

const root = join(import.meta.dirname, "..", "..", "..", "..");
const program = (name: string) => join(root, "node_modules", ".bin", name);
const node = process.execPath;

const REFERENCE = "tsc --version";
const importSdk =
  'import { createPlayer } from "@league-v2/sdk"; createPlayer({ displayName: "A", choose: () => "even" });';
const playerOn = (port: number) => [program("league"), "player", "--name", "A", "--port", String(port)];

const contenders: readonly Contender[] = [
  toTheEnd(REFERENCE, [program("tsc"), "--version"]),
  {
    ...toTheEnd("node, an empty program", [node, "--eval", ""]),
    remark: "the least that any of them can take",
  },
  { ...toTheEnd("league --help", [program("league"), "--help"]), mostTimes: 1.8 },
  { ...toTheEnd("league-conformance --help", [program("league-conformance"), "--help"]), mostTimes: 1.8 },
  {
    name: "league player",
    measure: () => cpuSecondsUntilListening(playerOn, "SIGKILL"),
    warmUp: () => cpuSecondsUntilListening(playerOn, "SIGTERM"),
    mostTimes: 2.5,
    remark: "until its port accepts a connection",
  },
  {
    ...toTheEnd("import @league-v2/sdk", [node, "--input-type=module", "--eval", importSdk]),
    mostTimes: 1.5,
    remark: "a program that makes a player and ends",
  },
];

function toTheEnd(name: string, command: readonly string[]): Contender {
  const measure = () => cpuSecondsOf(command);
  return { name, measure, warmUp: measure };
}

export async function startupSection({ rounds }: StartupSizes): Promise<Section> {
  for (const { warmUp } of contenders) await warmUp();
  const seconds = await inRounds(contenders, rounds, ({ measure }) => measure());
  const [reference = []] = seconds.values();
  return {
    id: "startup",
    title: "Start: processor time, user and system, of a second start",
    reference: REFERENCE,
    rows: contenders.map((contender) => rowOf(contender, seconds.get(contender) ?? [], reference)),
    notes: ["Node keeps compiled code on the disk (module.enableCompileCache); tsc uses the same cache."],
  };
}

function rowOf({ name, mostTimes, remark }: Contender, own: number[], reference: number[]): Row {
  const { median: ratio, low, high } = ratioByRound(own, reference);
  return {
    ...{ name, ratio, low, high, value: 1000 * median(own), unit: "ms" },
    ...(mostTimes === undefined ? {} : { aim: { of: "ratio", at: "most", limit: mostTimes } }),
    ...(remark === undefined ? {} : { remark }),
  };
}
