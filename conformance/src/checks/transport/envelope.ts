import type { TransportFixture } from "../../fixtures/transport-fixture.js";
import { intendedShape } from "../../profiles/codec.js";
import { differences } from "../../profiles/describe.js";
import { isoTime, TICK_MS, utc } from "../../time/iso-time.js";
import type { Check } from "../../types.js";
import { onBehalfOf } from "../../verdict.js";
import { hasNoEnvelope, NO_ENVELOPE } from "../observed.js";
import { isTakenAsPlain, requests, sendAccepted, sendPlain } from "./helpers/json-rpc.js";

const LEAGUE_FORMS = "canonical, flat or mcp";

/** Text members that every message requires. */
const FIELDS = ["conversation_id", "timestamp"] as const;

const BECAUSE = ["E018", -32_018];

/** JSON text, because some of these names have a special meaning in JSON.stringify and object literals. */
const MEMBERS = [
  '"x_unknown":{"a":[1]}',
  '"x":"a\\u0000b"',
  '"__proto__":{"admin":true}',
  '"constructor":{"prototype":{"admin":true}}',
  '"toString":null',
  '"hasOwnProperty":1',
];

/** The length of YYYY-MM-DDTHH:MM:SS. */
const SECONDS = 19;

/** The allowed endings after the seconds. */
const ENDINGS = ["Z", "+00:00", ".5Z", ".123456Z", ".123456+00:00", ".123456789Z"];

export const envelopeChecks: readonly Check<TransportFixture>[] = [
  {
    id: "transport/envelope/inherited-fields",
    title: "ignores members of __proto__, and answers a message that has a member only there",
    decides: ["TRN-ENV-07", "TRN-RPC-01"],
    steps: [requests(4 * (2 * FIELDS.length + 1))],
    async run(fixture) {
      await sendAccepted(fixture);
      let asked = 0;
      for (const field of FIELDS) {
        const isRefusedWithout = async () => {
          const body = fixture.validBody(1, { remove: [`/${field}`] });
          const without = await fixture.agent.send(body, { question: `a message without ${field}` });
          return without.outcome === "refusal";
        };
        if (!(await isRefusedWithout())) continue;
        asked += 1;
        const value = JSON.stringify(field === "timestamp" ? fixture.timestamp() : "conv-inherited");
        const text = JSON.stringify(fixture.validBody(1, { remove: [`/${field}`], set: { "/x_here": 0 } }));
        const answer = await fixture.agent.send(
          text.replace('"x_here":0', `"__proto__":{"${field}":${value}}`),
          {
            question: `a message that has ${field} only inside of __proto__`,
          },
        );
        const isUnanswered = answer.failure?.reason === "timeout";
        if (isUnanswered && !(await isRefusedWithout()))
          fixture.notExercised(`a message without ${field} is not refused every time`);
        onBehalfOf(["TRN-RPC-01"], () =>
          fixture.expect.answer(answer, !isUnanswered, `the refusal of a message without ${field}`, {
            but: `, and one without ${field} is refused`,
          }),
        );
        fixture.expect.that(answer.outcome !== "message", {
          diagnosis: `${answer.question} was accepted (${answer.describe()}), though one without ${field} is refused`,
          expected: `the refusal of a message without ${field}`,
          received: answer.describe(),
          hint: "Members named __proto__ must not become the prototype of the message.",
        });
      }
      if (asked === 0)
        fixture.notExercised(
          `messages without ${FIELDS.join(" or ")} are accepted, so that nothing can stand for them`,
        );
    },
  },
  {
    id: "transport/envelope/other-protocol",
    title: "refuses messages of another protocol, and registrations of an older version, with E018",
    decides: ["TRN-ENV-08"],
    steps: [requests(20)],
    async run({ twins, valid, role, dialect }) {
      for (const protocol of ["league.v1", "LEAGUE.V2", "league.v20"]) {
        await twins({
          differ: "protocol",
          valid,
          invalid: () => valid({ set: { "/protocol": protocol } }),
          because: BECAUSE,
        });
      }
      // A registration of the flat dialect names no version.
      if (role !== "manager" || dialect === "flat") return;
      const older = () => valid({ set: { "/player_meta/protocol_version": "1.9.0" } });
      await twins({ differ: "protocol_version", valid, invalid: older, because: BECAUSE });
    },
  },
  {
    id: "transport/envelope/other-time-zones",
    title: "refuses timestamps without a time zone, or of another than UTC, with E021",
    decides: ["TRN-ENV-09"],
    steps: [requests(16)],
    async run({ twins, valid, timestamp }) {
      for (const zone of ["", "+02:00", "-05:00"]) {
        const invalid = () => valid({ set: { "/timestamp": timestamp().replace("Z", zone) } });
        await twins({
          differ:
            zone === "" ? "timestamp, which names no time zone," : `timestamp, whose time zone is ${zone},`,
          valid,
          invalid,
          because: ["E021", -32_021],
        });
      }
    },
  },
  /** Clocks of two machines may differ, but both advance. The oracle judges whether the time is correct. */
  {
    id: "transport/envelope/time-passes",
    title: "stamps a later message with a later time",
    decides: ["TRN-ENV-04"],
    slow: true,
    steps: [requests(6), TICK_MS],
    async run(fixture) {
      const { pause, expect } = fixture;
      const first = (await sendAccepted(fixture)).result.timestamp;
      if (first === undefined && hasNoEnvelope(fixture)) fixture.notApplicable(NO_ENVELOPE);
      await pause(TICK_MS);
      const second = (await sendAccepted(fixture)).result.timestamp;
      const [before, after] = [isoTime(first), isoTime(second)];
      if (before === undefined || after === undefined)
        return fixture.notExercised("its answers bear no time that could be read", ["TRN-ENV-04"]);
      expect.that(after > before, {
        diagnosis: `two answers, sent ${TICK_MS} ms after each other, have the timestamps ${String(first)} and ${String(second)}; expected the time of each`,
        expected: `later than ${String(first)}`,
        received: String(second),
        hint: "Take the time when you send, not once when the program starts.",
      });
    },
  },
  {
    id: "transport/envelope/unknown-fields",
    title: "ignores fields that it does not know, under any name",
    decides: ["TRN-ENV-07"],
    steps: [requests(4 * (MEMBERS.length + 1))],
    async run(fixture) {
      await sendAccepted(fixture);
      for (const member of MEMBERS) {
        const text = JSON.stringify(fixture.validBody(1, { set: { "/x_here": 0 } })).replace(
          '"x_here":0',
          member,
        );
        const answer = await fixture.agent.send(text, {
          question: `the same message with the unknown field ${member}`,
        });
        fixture.expect.answer(
          answer,
          await isTakenAsPlain(fixture, answer),
          "the answer to the message without the field",
          { but: "; without it, it was accepted" },
        );
      }
    },
  },
  {
    id: "transport/envelope/utc-forms",
    title: "accepts timestamps in UTC that end in Z or +00:00, with a fraction or without",
    decides: ["TRN-ENV-10"],
    steps: [requests(2 * ENDINGS.length)],
    async run({ expect, valid, clock, notExercised, timestamp: now }) {
      const plainTime = now();
      const plain = await valid({ set: { "/timestamp": plainTime } });
      if (plain.outcome !== "message")
        return notExercised(
          `a message with a timestamp that ends in Z was not accepted (${plain.describe()})`,
          ["TRN-RPC-01"],
        );
      for (const ending of ENDINGS) {
        const timestamp = utc(clock.now()).slice(0, SECONDS) + ending;
        const answer = await valid({ set: { "/timestamp": timestamp } });
        expect.answer(answer, answer.outcome === "message", "the answer to the plain message", {
          what: `the same message with the timestamp "${timestamp}", which is UTC in the form of RFC 3339,`,
          but: `; with "${plainTime}" it was accepted`,
        });
      }
    },
  },
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
