/** The setting `--store`. */
import { resolve } from "node:path";
import { type Field, ok, optional, refused } from "../settings/field.js";
import { type StorePlace, storePlace } from "../store/store-place.js";

const place: Field<StorePlace> = {
  help: "where the league is kept: memory, sqlite:<file> or postgres://<user>:<password>@<host>/<database>",
  variable: "LEAGUE_STORE",
  placeholder: "<place>",
  repeatable: false,
  fromText: (text) => text,
  check(value) {
    const found = typeof value === "string" ? storePlace(value) : null;
    return found === null ? refused("memory, sqlite:<file> or postgres://…") : ok(found);
  },
};

/** Undefined if the option is not given. */
export const storeField: Field<StorePlace | undefined> = optional(place);

/** The same place, with the path of its file resolved against the folder in which the command runs. */
export function placeIn(folder: string, store: StorePlace): StorePlace {
  return store.kind === "sqlite" ? { kind: "sqlite", file: resolve(folder, store.file) } : store;
}
