/** Agents that post their description to a path of the league manager, with no message around it. */
import { expect, it } from "vitest";
import { SimulatedPlatform } from "../../src/testing/index.js";
import { createLeagueManager } from "./agents.js";

const address = "http://127.0.0.1:8150/mcp";

it.each([
  ["the address and a name", { display_name: "Nadir", version: "2", endpoint: address }, "player_id", "P01"],
  ["an own word for the address", { name: "Nadir", callback_url: address }, "player_id", "P01"],
  ["a role", { name: "Nadir", endpoint: address, role: "referee" }, "referee_id", "REF01"],
])("a description with %s, posted to /register, is a registration", async (_, description, member, id) => {
  const platform = new SimulatedPlatform();
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000);
  const request = { method: "POST", path: "/register", contentType: "application/json" };
  const { status, body } = await manager.handle({ ...request, body: JSON.stringify(description) });
  expect(status).toBe(200);
  expect(JSON.parse(body)).toMatchObject({ status: "ACCEPTED", [member]: id });
  const other = await manager.handle({ ...request, body: JSON.stringify({ display_name: "Nadir" }) });
  expect(other.status, "a description without an address").toBe(400);
  await manager.close();
});
