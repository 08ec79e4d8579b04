/** Public referees as rows of `referees.yaml`, and what a row means. */
import { type Body, bodyOf, filled, isBody, valueAt } from "./json-rpc.js";
import {
  type Asked,
  type Ending,
  type Keys,
  matchMethods,
  orderIn,
  type RefereeForm,
  type RefereeSelf,
  refereeMeta,
  refereeSays,
  registersReferee,
  reports,
  scored,
  usualReferee,
} from "./referee.js";
import {
  type Answered,
  matches,
  type Names,
  type Refusal,
  refused,
  replied,
  requestIn,
  rowsOf,
  type Unknown,
  unknownTo,
} from "./rows.js";

/** What it does with the requests that have these patterns. */
interface Start {
  readonly if: Names;
  /** Its answer to a request that is no order. */
  readonly replies?: Answered;
  /** Where the message of an order is; by default in `params`. */
  readonly message?: string;
  readonly refuses?: readonly Refusal[];
  /** The members of the players and of their addresses. */
  readonly keys?: Keys;
  readonly round?: number;
  /** The members of the matches in an announcement that are its own. */
  readonly own?: Names;
  /** Its answer to an announcement without such a match. */
  readonly none?: Answered;
}

interface RefereeRow extends Pick<RefereeForm, "name" | "ignoresAcceptance" | "openapi" | "isBlocking"> {
  /** Whether it calls players where its own configuration has them, and not where an order says. */
  readonly hasDirectory?: true;
  /** Its registration, as a template. */
  readonly registers?: unknown;
  readonly starts: readonly Start[];
  readonly accept?: Answered;
  readonly unknown?: Unknown;
  /** What it sends to a player, by type, as templates. */
  readonly asks?: Readonly<Record<string, unknown>>;
  /** Where it looks for the message in an answer: in the result, in its content, or in the whole body. */
  readonly answer?: "result" | "content" | "body";
  readonly report?: unknown;
}

const aboutSelf = (self: RefereeSelf): Body => ({
  url: self.url,
  id: self.id,
  meta: refereeMeta(self),
  registration: registersReferee(self),
  envelope: refereeSays(self, "ACK", {}),
});

const matchesIn = ({ matches: all }: Body) => (Array.isArray(all) ? all.filter(isBody) : []);

function taken(starts: readonly Start[], asked: Asked, self: RefereeSelf): ReturnType<RefereeForm["take"]> {
  const start = starts.find((one) => matches(asked, one.if));
  if (start === undefined) return undefined;
  const message = bodyOf(valueAt(asked, start.message ?? "params"));
  const about = { ...message, called: bodyOf(asked.params).name };
  const { replies, refuses = [], keys = ["", "", "", ""], round = message.round_id, own, none } = start;
  if (replies !== undefined) return replied(asked.id, replies, about);
  const refusal = refused(refuses, "", message, asked.id);
  if (refusal !== undefined) return refusal;
  const patterns = filled(own, aboutSelf(self)) as Names;
  const all = own === undefined ? [message] : matchesIn(message).filter((one) => matches(one, patterns));
  if (all.length === 0 && none !== undefined) return replied(asked.id, none, about);
  return { message, orders: all.map((one) => orderIn(one, round, keys, self)) };
}

/** The variables in the template of a request to a player. */
function asking(type: string, fields: Body, self: RefereeSelf): Body {
  const { opponent_id, round_id } = bodyOf(fields.context);
  return {
    type,
    lower: type.toLowerCase(),
    documents: matchMethods[type],
    match_id: fields.match_id,
    fields,
    context: fields.context,
    short_context: { opponent_id, round_id },
    message: refereeSays(self, type, fields),
    unsigned: refereeSays({ ...self, token: "" }, type, fields),
  };
}

/** The variables in the template of a report. */
function reporting(ending: Ending, self: RefereeSelf): Body {
  const { a, b, winner, choices, number, match_id, round_id } = ending;
  const resultOf = (id: string) => (winner === null ? "DRAW" : winner === id ? "WIN" : "LOSS");
  const { result: _, ...about } = reports(self, ending, {});
  return {
    ...aboutSelf(self),
    about,
    report: usualReferee.report(ending, self).params,
    match_id,
    round_id,
    winner,
    choices,
    number,
    is_draw: winner === null ? true : undefined,
    score_1_0: scored(ending, 1, 0),
    score_3_0: scored(ending, 3, 0),
    a_id: a.id,
    a_choice: choices[a.id],
    a_result: resultOf(a.id),
    b_id: b.id,
    b_choice: choices[b.id],
    b_result: resultOf(b.id),
  };
}

const answerIn: Readonly<Record<"result" | "content" | "body", (answer: Body) => Body>> = {
  result: ({ result }) => bodyOf(result),
  content: ({ result }) => {
    const { content } = bodyOf(result) as { content?: [{ text: string }] };
    return content === undefined ? {} : bodyOf(JSON.parse(content[0].text));
  },
  body: (answer) => (answer.method === undefined ? answer : bodyOf(answer.params)),
};

function formOf(row: RefereeRow): RefereeForm {
  const { registers, starts, accept, unknown, asks, answer = "result", report, ...own } = row;
  return {
    ...own,
    registration: (self) =>
      registers === undefined ? usualReferee.registration(self) : requestIn(registers, aboutSelf(self)),
    take: (asked, self) => taken(starts, asked, self),
    accept: (id, message, self) => {
      const { match_id } = message;
      const variables = { ...aboutSelf(self), match_id, matches: matchesIn(message).length };
      return accept === undefined ? usualReferee.accept(id, message) : replied(id, accept, variables);
    },
    unknown: (asked) => unknownTo(asked, unknown),
    ask: (type, fields, self) => {
      const template = asks?.[type] ?? asks?.other;
      return template === undefined
        ? usualReferee.ask(type, fields, self)
        : requestIn(template, asking(type, fields, self));
    },
    answerIn: answerIn[answer],
    report: (ending, self) =>
      report === undefined ? usualReferee.report(ending, self) : requestIn(report, reporting(ending, self)),
  };
}

const rows = rowsOf<RefereeRow>("referees.yaml");

export const publicReferees: readonly RefereeForm[] = rows.map(formOf);

/** The names of those that call players where their own configuration has them. */
export const withDirectory = rows.flatMap(({ name, hasDirectory }) => (hasDirectory ? [name] : []));

/** @throws Error for a name without a row */
export function publicReferee(name: string): RefereeForm {
  const form = publicReferees.find((one) => one.name === name);
  if (form === undefined) throw new Error(`there is no referee ${name}`);
  return form;
}
