/** Each generated fault is refused in its form, although many forms are read. */
import { methods as canonicalMethods, type FieldFault, flat, withFault } from "@league-v2/contract";
import { sampleSets } from "@league-v2/contract/canonical/examples";
import { describe, expect, it } from "vitest";
import { type Samples, samplesOf } from "../../../tools/codegen/test/contract-messages.js";
import { SimulatedPlatform } from "../../src/testing/index.js";
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

async function answer(
  agent: RunningAgent,
  method: string,
  params: unknown,
): Promise<{ error?: { code: number }; result?: unknown }> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const reply = await agent.handle({ method: "POST", path: "/mcp", contentType: "application/json", body });
  return JSON.parse(reply.body);
}

/** A player without a league: it answers readable messages with E008. */
function playerIn(platform: SimulatedPlatform): RunningAgent {
  return platform.connect(createPlayer({ displayName: "alpha", choose: () => "even" }), 8101);
}

const unregistered = -32008;

describe.each(cases(canonicalMethods, sampleSets))("%s", (name, example, faults) => {
  it("is read in the documents' form, and its faults are refused", async () => {
    const player = playerIn(new SimulatedPlatform());
    expect((await answer(player, name, example)).error?.code).toBe(unregistered);
    for (const fault of faults) {
      const { error } = await answer(player, name, withFault(example, fault));
      expect([fault.label, error?.code]).not.toEqual([fault.label, unregistered]);
      expect(error?.code, fault.label).toBeLessThan(0);
    }
  });

  it("is read as a tool call, and its faults are refused", async () => {
    const player = playerIn(new SimulatedPlatform());
    const call = async (message: unknown) => {
      const { result, error } = await answer(player, "tools/call", { name, arguments: message });
      if (error !== undefined) return { isError: true, code: error.code };
      const { isError, content } = result as { isError?: boolean; content: [{ text: string }] };
      return { isError, code: JSON.parse(content[0].text).error_code };
    };
    expect(await call(example)).toEqual({ isError: true, code: "E008" });
    for (const fault of faults) {
      const { isError, code } = await call(withFault(example, fault));
      expect([fault.label, isError]).toEqual([fault.label, true]);
      expect([fault.label, code]).not.toEqual([fault.label, "E008"]);
    }
  });
});

it.each(["choose_parity", "game_invitation", "tools/call"])(
  "%s with params in a list is refused",
  async (name) => {
    const player = playerIn(new SimulatedPlatform());
    expect((await answer(player, name, ["R1M1"])).error?.code).toBe(-32602);
  },
);

describe.each(cases(flat.methods, samplesOf("flat")))("flat %s", (name, example, faults) => {
  it("is read in the flat form, and its faults are refused", async () => {
    const player = playerIn(new SimulatedPlatform());
    expect((await answer(player, name, example)).error?.code).toBe(unregistered);
    const accepted: string[] = [];
    for (const fault of faults) {
      const { error } = await answer(player, name, withFault(example, fault));
      if (error?.code === unregistered) accepted.push(fault.label);
    }
    expect(accepted).toEqual([]);
  });
});
