import * as contract from "@league-v2/contract";
import { explain, methods, type Validator, withFault } from "@league-v2/contract";
import { sampleSets } from "@league-v2/contract/canonical/examples";
import { describe, expect, test } from "vitest";

/** The validator of a message, by message type or title. */
function validatorOf(type: string): Validator<unknown> {
  const title = type.includes("_")
    ? type.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
    : type;
  return (contract as unknown as Record<string, Validator<unknown>>)[
    `validate${title}`
  ] as Validator<unknown>;
}

describe.each(Object.entries(sampleSets))("%s", (type, { examples, nearMisses, faults }) => {
  const validate = validatorOf(type);

  test("every example is accepted, also with unknown fields", () => {
    for (const example of examples) {
      expect(explain(validate(example) ? [] : validate.errors, example)).toEqual([]);
      expect(validate({ ...example, a_field_of_the_future: 1 })).toBe(true);
    }
  });

  test("every near miss and every fault is refused at its place", () => {
    for (const fault of [...nearMisses, ...faults]) {
      const spoilt = examples.map((example) => withFault(example, fault)).find((made) => made !== undefined);
      expect(validate(spoilt), fault.label).toBe(false);
      const violations = explain(validate.errors, spoilt);
      const reported = violations.map(({ pointer }) => pointer);
      // Every pattern has a description.
      expect(violations.filter(({ expected }) => expected.startsWith("text that matches"))).toEqual([]);
      expect(reported, fault.label).toContain(fault.pointer);
    }
  });
});

test("every message of every method has a sample set", () => {
  for (const { request, reply, ack } of Object.values(methods)) {
    for (const type of [request, reply, ack]) {
      if (type !== null) expect(Object.keys(sampleSets)).toContain(type);
    }
  }
});
