/** Services with random paths, names, wrappers, errors and descriptions of themselves. */
import type { ServiceForm } from "./random-service-form.js";
import type {
  Answer,
  Call,
  Ended,
  Game,
  Noted,
  Post,
  Self,
  ServicePlayer,
  ServiceReferee,
  Side,
} from "./service.js";
import { type Body, bodyOf } from "./wild-player.js";

type What = "invite" | "choose" | "over" | "start" | "report";

const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function spelled(form: ServiceForm, body: Body): Body {
  if (!form.camel) return body;
  const inner = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(inner) : bodyOf(value) === value ? spelled(form, value as Body) : value;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [camel(name), inner(value)]));
}

const eventOf = (form: ServiceForm, what: What) => form[what].join("_");

function pathOf(form: ServiceForm, what: What, match = "{match_id}"): string {
  if (form.places === "events") return "/events";
  const words = form[what];
  const isOfMatch = form.places === "resources" && ["choose", "over", "report"].includes(what);
  const last = words.at(-1) ?? "";
  return form.prefix + (isOfMatch ? `/matches/${match}/${last}` : `/${words.join(form.joint)}`);
}

/** The members that a message must have, in the spelling of the form. */
function requiredOf(form: ServiceForm, what: What): string[] {
  const inPath = form.places === "resources" && ["choose", "over"].includes(what);
  const own = inPath ? [] : [form.match];
  const [a, b] = form.side;
  const more: Partial<Record<What, string[]>> = {
    invite: [form.opponent],
    over: ["drawn_number"],
    start:
      form.sides === "list"
        ? ["players"]
        : form.sides === "objects"
          ? [a, b]
          : [`${a}_id`, `${a}_${form.url}`, `${b}_id`, `${b}_${form.url}`],
  };
  const names = [...own, ...(more[what] ?? [])];
  return form.camel ? names.map(camel) : names;
}

function fault(form: ServiceForm, names: readonly string[], body: Body): Answer {
  const [name = ""] = names;
  switch (form.errors) {
    case "detail": {
      const detail = names.map((one) => ({
        type: "missing",
        loc: ["body", one],
        msg: "Field required",
        input: body,
      }));
      return { status: 422, body: { detail } };
    }
    case "field":
      return { status: 400, body: { error: `Missing field: ${name}` } };
    case "required":
      return {
        status: 400,
        body: { success: false, error: { code: "VALIDATION", message: `"${name}" is required` } },
      };
    case "quoted":
      return { status: 400, body: { error: `missing '${name}'` } };
  }
}

function describe(form: ServiceForm, whats: readonly What[]): Answer {
  const paths = whats.map((what) => {
    const required = requiredOf(form, what);
    const ids = [form.match, form.opponent].map((name) => (form.camel ? camel(name) : name));
    const type = (name: string) =>
      ids.includes(name) ? (form.numbers && !name.includes("name") ? "integer" : "string") : undefined;
    const properties = Object.fromEntries(
      required.map((name) => [name, type(name) === undefined ? {} : { type: type(name) }]),
    );
    const schema = { type: "object", properties, required };
    const requestBody = { content: { "application/json": { schema } } };
    return [pathOf(form, what), { post: { requestBody, responses: {} } }];
  });
  return {
    status: 200,
    body: { openapi: "3.1.0", info: { title: "x", version: "1" }, paths: Object.fromEntries(paths) },
  };
}

const wrapped = (form: ServiceForm, body: Body): Body => {
  const own = spelled(form, body);
  return form.wrapper === undefined ? own : { success: true, [form.wrapper]: own };
};

/** The message in a call, or its refusal. */
function read(
  form: ServiceForm,
  whats: readonly What[],
  call: Call,
): Answer | { what: What; match: unknown; body: Body } {
  const { verb, path, body } = call;
  if (verb === "GET" && form.places !== "events") {
    if (path === "/openapi.json" && form.describes === "openapi") return describe(form, whats);
    const endpoints = whats.map((what) => `POST ${pathOf(form, what, ":id")}`);
    if (path === "/" && form.describes === "index") return { status: 200, body: { endpoints } };
  }
  if (verb !== "POST") return { status: 404, body: { error: "not found" } };
  const { data } = body;
  const isEvent = form.places === "events";
  if (isEvent && path !== "/events") return { status: 404, body: { error: "not found" } };
  const match = /\/matches\/([^/]+)\//.exec(path)?.[1];
  const what = whats.find((one) =>
    isEvent ? body.event === eventOf(form, one) : path === pathOf(form, one, match ?? "{match_id}"),
  );
  if (what === undefined && isEvent)
    return {
      status: 400,
      body: { error: "unknown event", supported: whats.map((one) => eventOf(form, one)) },
    };
  if (what === undefined) return { status: 404, body: { error: "not found" } };
  const message = isEvent ? bodyOf(data) : body;
  const missing = requiredOf(form, what).filter((name) => message[name] === undefined);
  if (missing.length > 0) return fault(form, missing, message);
  const id = message[form.camel ? camel(form.match) : form.match] ?? match;
  if (form.numbers && !Number.isInteger(Number(id)))
    return { status: 400, body: { error: `${form.match} must be an integer` } };
  return { what, match: id, body: message };
}

const say = (form: ServiceForm, event: string, body: Body): Answer => ({
  status: 200,
  body: form.places === "events" ? { event, data: spelled(form, body) } : wrapped(form, body),
});

async function registered(
  form: ServiceForm,
  role: string,
  self: Self,
  league: string,
  post: Post,
): Promise<unknown> {
  const { origin } = new URL(league);
  const own = spelled(form, { name: self.name, [form.url]: self.base });
  const reply =
    form.places === "events"
      ? await post(`${origin}/events`, { event: "register", data: { ...own, role } })
      : await post(`${origin}${form.prefix}${form.register.replace("{role}", role)}`, own);
  const content =
    form.wrapper === undefined ? reply.body : bodyOf(reply.body[form.wrapper] ?? reply.body.data);
  const id = content[form.camel ? camel(`${role}_id`) : `${role}_id`] ?? content.id;
  if (reply.status >= 300 || id === undefined)
    throw new Error(`register: ${JSON.stringify(reply).slice(0, 200)}`);
  return id;
}

export const randomPlayer = (form: ServiceForm): ServicePlayer => ({
  name: "random",
  register: (self, league, post) => registered(form, "player", self, league, post),
  answer: (call, self, noted: Noted) => {
    const got = read(form, ["invite", "choose", "over"], call);
    if ("status" in got) return got;
    const { what, match } = got;
    noted(what === "invite" ? "invitation" : what === "choose" ? "choice" : "result", match);
    if (what === "invite") return say(form, "joined", form.joined);
    return what === "choose"
      ? say(form, "chosen", { [form.choice]: self.choice })
      : say(form, "noted", { status: "ok" });
  },
});

function sidesIn(form: ServiceForm, body: Body): [Side, Side] {
  const key = (name: string) => (form.camel ? camel(name) : name);
  const read = (value: unknown): Side => ({
    id: bodyOf(value)[key(form.id)],
    url: String(bodyOf(value)[key(form.url)]),
  });
  const flat = (side: string): Side => ({
    id: body[key(`${side}_id`)],
    url: String(body[key(`${side}_${form.url}`)]),
  });
  const [a, b] = form.side;
  if (form.sides === "flat") return [flat(a), flat(b)];
  const [first, second] = form.sides === "list" ? (body.players as unknown[]) : [body[key(a)], body[key(b)]];
  return [read(first), read(second)];
}

export const randomReferee = (form: ServiceForm): ServiceReferee => {
  const send = (to: string, what: What, game: Game, body: Body, post: Post) => {
    const own = spelled(form, { [form.match]: game.match, ...body });
    const at = to + pathOf(form, what, String(game.match));
    return post(at, form.places === "events" ? { event: eventOf(form, what), data: own } : own);
  };
  const content = ({ body }: { body: Body }) =>
    form.wrapper === undefined && form.places !== "events"
      ? body
      : bodyOf(body[form.wrapper ?? "data"] ?? body.data);
  const outcome = ({ winner, number, choices, sides: [a, b] }: Ended): Body => ({
    [form.winner]: winner ?? (form.draw === "word" ? "draw" : null),
    ...(form.draw === "flag" ? { is_draw: winner === null } : {}),
    ...{ drawn_number: number, choices: { [String(a.id)]: choices[0], [String(b.id)]: choices[1] } },
  });
  const report: ServiceReferee["report"] = (ended, _self, league, post) =>
    send(new URL(league).origin, "report", ended, outcome(ended), post);
  return {
    name: "random",
    register: (self, league, post) => registered(form, "referee", self, league, post),
    answer: async (call, _self, noted, play) => {
      const got = read(form, ["start"], call);
      if ("status" in got) return got;
      const sides = sidesIn(form, got.body);
      if (sides.some(({ url }) => !url.startsWith("http"))) return fault(form, [form.url], got.body);
      noted("start", got.match);
      const playing = play({ match: got.match, round: 1, sides });
      if (form.waits) return say(form, "played", { [form.match]: got.match, ...outcome(await playing) });
      return say(form, "playing", { status: "started" });
    },
    invite: async (to, other, game, post) => {
      const reply = await send(to.url, "invite", game, { [form.opponent]: other.id, round: 1 }, post);
      const said = content(reply);
      const [name = "", value] = Object.entries(spelled(form, form.joined))[0] ?? [];
      return form.joined.status === "ok" ? reply.status === 200 : said[name] === value;
    },
    choose: async (to, game, post) =>
      content(await send(to.url, "choose", game, {}, post))[form.camel ? camel(form.choice) : form.choice],
    tell: (to, ended, post) => send(to.url, "over", ended, outcome(ended), post),
    ...(form.waits ? {} : { report }),
  };
};
