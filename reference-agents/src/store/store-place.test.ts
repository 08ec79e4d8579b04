import { expect, it } from "vitest";
import { storePlace } from "./store-place.js";

it.each([
  ["memory", { kind: "memory" }],
  ["sqlite:./league.sqlite", { kind: "sqlite", file: "./league.sqlite" }],
  ["sqlite:C:\\data\\league.sqlite", { kind: "sqlite", file: "C:\\data\\league.sqlite" }],
  [
    "postgres://u:p@host:5432/db?sslmode=require",
    { kind: "postgres", url: "postgres://u:p@host:5432/db?sslmode=require" },
  ],
  ["postgresql://host/db", { kind: "postgres", url: "postgresql://host/db" }],
  ["sqlite:", null],
  ["sqlite", null],
  ["mysql://host/db", null],
  ["postgres:host", null],
  ["", null],
])("%s", (written, place) => {
  expect(storePlace(written)).toEqual(place);
});
