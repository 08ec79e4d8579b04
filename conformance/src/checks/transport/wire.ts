import type { TransportFixture } from "../../fixtures/transport-fixture.js";
import { intendedShape } from "../../profiles/codec.js";
import { differences } from "../../profiles/describe.js";
import type { Check } from "../../types.js";
import { requests, sendPlain } from "./helpers/json-rpc.js";

const LEAGUE_FORMS = "canonical, flat or mcp";

export const wireChecks: readonly Check<TransportFixture>[] = [
  /** The one failure of an agent that uses another form. All other checks use the form of the agent. */
  {
    id: "transport/wire/league-form",
    title: "uses a league.v2 wire form",
    decides: ["TRN-WIRE-01"],
    steps: [requests(1)],
    async run(fixture) {
      const { expect, form, profile } = fixture;
      const answer = await sendPlain(fixture);
      if (answer.failure !== undefined)
        fixture.notExercised(`no answer arrived: ${answer.describe()}`, ["TRN-RPC-01"]);
      const words = differences(profile).slice(0, 6).join("; ");
      const usesAnother = form.asked !== undefined && form.asked !== form.codec.name;
      expect.that(form.codec.isLeagueForm && !usesAnother, {
        diagnosis: usesAnother
          ? `the agent was asked to use ${form.asked}, and uses ${form.codec.name}`
          : `the agent uses no wire form of league.v2; the nearest known one is "${form.codec.name}": ${words || profile.description}`,
        expected: form.codec.isLeagueForm ? `the wire form ${form.asked}` : LEAGUE_FORMS,
        received: `the wire form ${form.codec.name}`,
        hint: "All other checks were made in the form that it uses; `--wire-out FILE` keeps it, and `league doctor URL` says from what it was inferred.",
      });
      const isMessage = answer.outcome === "message";
      expect.that(isMessage || form.misunderstood === undefined, {
        diagnosis: `no known wire form was understood: ${form.misunderstood}`,
        expected: LEAGUE_FORMS,
        received: answer.describe(),
        hint: "See `league doctor URL`, and bring a wire profile of your own.",
      });
      if (!isMessage)
        fixture.notExercised(`a plain message ${answer.describeAsEnd()}`, [
          "PLY-JOIN-01",
          "REF-END-03",
          "LM-REG-01",
        ]);
      const shape = intendedShape(answer.json);
      expect.that(shape === profile.reply, {
        diagnosis: `${answer.question} in the wire form ${form.codec.name} was answered with a message, but not where that form has it: ${answer.describe()}`,
        expected: `the message as ${profile.reply}`,
        received: `the message as ${shape}`,
      });
    },
  },
];
