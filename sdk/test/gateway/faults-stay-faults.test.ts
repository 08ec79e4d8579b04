/** Each generated fault is refused in its form, although many forms are read. */
import { methods as canonicalMethods, type FieldFault, flat, withFault } from "@league-v2/contract";
import { sampleSets } from "@league-v2/contract/canonical/examples";
import { describe, expect, it } from "vitest";
import { type Samples, samplesOf } from "../../../tools/codegen/test/contract-messages.js";
import { SimulatedPlatform } from "../../src/testing/index.js";
import { type Body, bodyOf } from "./peers/json-rpc.js";
import { rpc } from "./peers/player.js";
import { createPlayer, type RunningAgent } from "./simulated-league.js";

interface Row {
  readonly name: string;
  readonly request: string;
  readonly to: readonly string[];
  readonly envelope: boolean;
}

/** A null for an optional field is accepted in every form, so it is no fault. */
const isNull = (fault: FieldFault) => "set" in fault && fault.set === null;

/** The requests that a player serves, with the first example and all faults of each. */
function cases(methods: Readonly<Record<string, Row>>, samples: Readonly<Record<string, Samples>>) {
  return Object.values(methods)
    .filter(({ to, envelope }) => envelope && to.includes("player"))
    .map(({ name, request }) => {
      const { examples, faults } = samples[request] as Samples;
      return [
        name,
        examples[0] ?? {},
        faults.filter((fault) => fault.pointer !== "" && !isNull(fault)),
      ] as const;
    });
}

type Answer = { readonly code: unknown; readonly isRefused: boolean };
type Ask = (player: RunningAgent, method: string, message: unknown) => Promise<Answer>;

/** The error of JSON-RPC with which a player answers. */
const asMethod: Ask = async (player, method, params) => {
  const { error } = await answered(player, rpc(method, params));
  const { code = 0 } = bodyOf(error);
  return { code, isRefused: Number(code) < 0 };
};

/** The error in the content of a tool's answer. */
const asTool: Ask = async (player, name, message) => {
  const { result, error } = await answered(player, rpc("tools/call", { name, arguments: message }));
  if (error !== undefined) return { code: bodyOf(error).code, isRefused: true };
  const { isError, content } = result as { isError?: boolean; content: [{ text: string }] };
  return { code: JSON.parse(content[0].text).error_code, isRefused: isError === true };
};

async function answered(player: RunningAgent, request: object): Promise<Body> {
  const http = { method: "POST", path: "/mcp", contentType: "application/json" };
  return bodyOf(JSON.parse((await player.handle({ ...http, body: JSON.stringify(request) })).body));
}

/** A player without a league: it answers readable messages with E008. */
const playerAlone = (): RunningAgent =>
  new SimulatedPlatform().connect(createPlayer({ displayName: "alpha", choose: () => "even" }), 8101);

describe.each([
  ["in the documents' form", cases(canonicalMethods, sampleSets), asMethod, -32008],
  ["as a tool call", cases(canonicalMethods, sampleSets), asTool, "E008"],
  ["in the flat form", cases(flat.methods, samplesOf("flat")), asMethod, -32008],
] as const)("%s", (_form, all, ask, unregistered) => {
  it.each(all)("%s is read, and its faults are refused", async (name, example, faults) => {
    const player = playerAlone();
    expect(await ask(player, name, example)).toEqual({ code: unregistered, isRefused: true });
    const accepted: string[] = [];
    for (const fault of faults) {
      const { code, isRefused } = await ask(player, name, withFault(example, fault));
      if (code === unregistered || !isRefused) accepted.push(fault.label);
    }
    expect(accepted).toEqual([]);
  });
});

it.each(["choose_parity", "game_invitation", "tools/call"])(
  "%s with params in a list is refused",
  async (name) => {
    expect((await asMethod(playerAlone(), name, ["R1M1"])).code).toBe(-32602);
  },
);
