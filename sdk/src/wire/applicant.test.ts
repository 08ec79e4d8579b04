/** Descriptions of agents in other shapes than nested and flat ones. */
import { expect, it } from "vitest";
import { readApplicant } from "./applicant.js";

const described = { display_name: "Alpha", endpoint: "http://127.0.0.1:8101/mcp" };
const read = (message: Record<string, unknown>) => readApplicant({ name: "register_player", message });

it.each(["data", "info", "anything"])("the description is read in %s", (name) => {
  expect(read({ message_type: "LEAGUE_REGISTER_REQUEST", [name]: described })).toMatchObject(described);
});

it("the address in the message takes precedence over that of an object in it", () => {
  expect(read({ ...described, data: { endpoint: "http://127.0.0.1:9/mcp" } })).toMatchObject(described);
  const two = { message_type: "LEAGUE_REGISTER_REQUEST", first: described, second: described };
  expect(read(two)?.endpoint).toBeUndefined();
});
