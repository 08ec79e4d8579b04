import { expect, test } from "vitest";
import { typeErrors } from "../../test/compiled.js";
import { edited, memorySource, miniOutputs, textOf } from "../../test/mini.js";
import { generate } from "../generate.js";

const use = `
import {
  chooseParityCall, chooseParityResponse, type ChooseParityCall, type ChooseParityCallIn, type ErrorCode, type EventOf,
  type GameOver, type Identity, type MethodName, type MethodTypes, pong, reply, type SignedIdentity, type SignedSenderFields,
  type StateOf, validateChooseParityCall,
} from "./index.js";

declare const identity: Identity;
declare const signed: SignedIdentity;
declare const senderFields: SignedSenderFields;
declare const request: ChooseParityCallIn;
const call = { match_id: "R1M1", player_id: "P01", game_type: "even_odd", context: { opponent_id: null } } as const;

export const sent: ChooseParityCall = chooseParityCall(signed, call);
export const received: ChooseParityCallIn = { ...sent, game_type: "a game of the future" };
export const ponged: { ok: true } = pong({ message: "pong" });
export const answered: "CHOOSE_PARITY_RESPONSE" = reply(request, senderFields, { parity_choice: "odd" }).message_type;
export const asked: MethodTypes["choose_parity"]["requestIn"] = request;
export const state: StateOf<"match"> = "FINISHED";
export const event: EventOf<"match"> = "both_joined";
export const code: ErrorCode = "E018";
export const name: MethodName = "ping";
export function narrowed(data: unknown): string | undefined {
  return validateChooseParityCall(data) ? data.context.opponent_id ?? undefined : undefined;
}

// @ts-expect-error a token is needed
chooseParityCall(identity, call);
// @ts-expect-error a field is missing
chooseParityResponse(signed, { match_id: "R1M1", player_id: "P01" });
// @ts-expect-error a field too many
chooseParityResponse(signed, { match_id: "R1M1", player_id: "P01", parity_choice: "odd", note: "" });
// @ts-expect-error we send exactly the members of an open enum
chooseParityCall(signed, { ...call, game_type: "chess" });
// @ts-expect-error a reply needs the fields that are not in the request
reply(request, senderFields, {});
// @ts-expect-error the envelope belongs to the builder
chooseParityResponse(signed, { match_id: "R1M1", player_id: "P01", parity_choice: "odd", sender: "me" });
// @ts-expect-error an optional field is left out, not undefined
chooseParityCall(signed, { ...call, deadline: undefined });
// @ts-expect-error no such event
export const wrongEvent: EventOf<"match"> = "both_jumped";
// @ts-expect-error 1 is not a player id
export const over: GameOver["game_result"]["winner_player_id"] = 1;
// @ts-expect-error a received message may lack the token
export const token: string = request.auth_token;
`;

test("the emitted types compile in strict mode, refuse wrong uses, and take names that clash with the language and globals", async () => {
  // A message Delete has a builder delete; a message Error hides a global.
  const rename = (to: string, constant: string) => (text: string) =>
    text.replaceAll("GameOver", to).replaceAll("GAME_OVER", constant);
  const file = "canonical/messages/game-over.yaml";
  // One run of the compiler checks all of them.
  const files = [...(await miniOutputs())];
  for (const to of ["Delete", "Error", "Map"]) {
    const source = edited(file, /^[\s\S]*$/, rename(to, to.toUpperCase())(textOf(file)));
    const outputs = (await generate(source, ["typescript"])).files;
    files.push(...outputs.map(({ path, text }) => ({ path: path.replace("src/", `src/${to}/`), text })));
  }
  expect(typeErrors(files, { "use.ts": use })).toEqual([]);
});

test("no module imports its neighbour, whose tuple json-schema-to-typescript comments on", async () => {
  const result = (schema: object) => ({ name: "r", schema });
  const methods = [
    { name: "first", params: [], result: result({ type: "string", minLength: 1 }) },
    { name: "second", params: [], result: result({ type: "array", prefixItems: [{ type: "string" }] }) },
  ];
  const document = { openrpc: "1.3.2", info: { title: "Api", version: "1" }, methods };
  const source = memorySource("api.json", { "api.json": JSON.stringify(document) }, "api.json");
  const { files } = await generate(source);
  expect(files.find(({ path }) => path.endsWith("first-result.ts"))?.text).not.toContain("SecondResult");
});
