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
