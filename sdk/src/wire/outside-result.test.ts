import { expect, it } from "vitest";
import { withUsualNames } from "./outside-result.js";

const answer = { message_type: "GAME_JOIN_ACK", match_id: "R1M1", accept: true };

it.each([{ match: "R1M1" }, { details: { contestId: "R1M1" } }])(
  "an answer repeats each member with the id of the match: %j",
  (request) => {
    const [name = ""] = Object.keys("details" in request ? request.details : request);
    expect(withUsualNames("GAME_JOIN_ACK", answer, request)).toMatchObject({ ...answer, [name]: "R1M1" });
  },
);

it("no other member of the request is repeated, and none of the answer is replaced", () => {
  const request = { opponent: "P02", accept: "R1M1", round: 1 };
  expect(withUsualNames("GAME_JOIN_ACK", answer, request)).toEqual({
    ...{ ...answer, accepted: true, joined: true },
    type: "GAME_JOIN_ACK",
  });
});
