import { mutant } from "../mutant.js";

const ROUND = /"(round_id|next_round_id)":(\d+)/g;
const MATCH = /"R(\d+)M(\d+)"/g;

/** The same text with other round numbers in it. */
function shifted(text: string, by: number): string {
  return text
    .replaceAll(ROUND, (_, member: string, round: string) => `"${member}":${Number(round) + by}`)
    .replaceAll(MATCH, (_, round: string, match: string) => `"R${Number(round) + by}M${match}"`);
}

export default mutant({
  id: "manager:rounds-from-zero",
  fault: "Counts its rounds from 0.",
  surgery: {
    handler: (inner) => async (http) => {
      const body = typeof http.body === "string" ? http.body : new TextDecoder().decode(http.body);
      const reply = await inner({ ...http, body: shifted(body, 1) });
      return { ...reply, body: shifted(reply.body, -1) };
    },
    transport: (inner) => ({
      send: async (request) => {
        const reply = await inner.send({ ...request, body: shifted(request.body, -1) });
        return { ...reply, body: shifted(reply.body, 1) };
      },
    }),
  },
});
