/** The canonical form in the format of the random forms. */
import type { RandomForm } from "./random-form.js";

export const canonicalForm: RandomForm = {
  seed: 0,
  place: "params",
  reply: "result",
  names: "documents",
  methods: {},
  types: "plain",
  members: {},
  nests: {},
  missing: [],
  emptyToken: false,
  times: "fraction",
  isStrictOfTimes: false,
  sender: "typed",
  describes: "nothing",
  errors: "plain",
  start: "run_match",
  choices: "lower",
};

const tools = {
  GAME_INVITATION: "receive_game_invitation",
  GAME_OVER: "receive_game_over",
  RUN_MATCH: "start_match",
};
const form = (own: Partial<RandomForm>): RandomForm => ({ ...canonicalForm, times: "seconds", ...own });

/** Forms of several public agents, which differ in the places and the names of messages. */
export const frequentForms = {
  lower: form({ names: "lower" }),
  tools: form({ place: "tool", reply: "content", names: "own", methods: tools, describes: "tools" }),
  oneMethod: form({ place: "message", names: "one" }),
  bare: form({ place: "bare", reply: "bare", names: "type" }),
} as const;
