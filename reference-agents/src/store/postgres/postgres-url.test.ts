import { expect, it } from "vitest";
import { withoutPassword } from "./open-postgres.js";

it.each([
  ["postgres://anna:secret@db.internal:5432/league", "postgres://anna:***@db.internal:5432/league"],
  [
    "postgres://db.internal/league?user=anna&password=secret",
    "postgres://db.internal/league?user=anna&password=***",
  ],
  ["postgres://db.internal/league?sslkey=/secret", "postgres://db.internal/league?sslkey=***"],
  ["postgres://anna@db.internal/league", "postgres://anna@db.internal/league"],
  ["no address: secret", "postgres://…"],
])("%s", (url, shown) => {
  expect(withoutPassword(url)).toBe(shown);
});
