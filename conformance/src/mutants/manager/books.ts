import { isObject } from "../../json/pointer.js";
import { mutant } from "../mutant.js";
import { changeReply } from "../surgery.js";

export default [
  mutant({
    id: "manager:counts-twice",
    fault: "Tells standings in which every win counts twice.",
    surgery: changeReply("LEAGUE_QUERY", (reply) => {
      const { data } = reply;
      if (!isObject(data) || !Array.isArray(data.standings)) return undefined;
      const standings = data.standings
        .filter(isObject)
        .map((row) => ({ ...row, wins: 2 * Number(row.wins) }));
      return { ...reply, data: { ...data, standings } };
    }),
  }),
  mutant({
    id: "manager:believes-the-last-report",
    fault:
      "Acknowledges a report that contradicts an earlier one, and shows the standings as the later one has it.",
    surgery: () => {
      const reports = new Map<unknown, Record<string, unknown>>();
      return {
        handler: (inner) => async (http) => {
          const body: unknown = JSON.parse(
            typeof http.body === "string" ? http.body : new TextDecoder().decode(http.body),
          );
          const message = isObject(body) && isObject(body.params) ? body.params : {};
          const reply = await inner(http);
          if (
            message.message_type === "MATCH_RESULT_REPORT" &&
            isObject(message.result) &&
            isObject(message.result.score)
          ) {
            const earlier = reports.has(message.match_id);
            reports.set(message.match_id, { ...message.result.score, again: earlier });
          }
          const answer: unknown = JSON.parse(reply.body);
          const data = isObject(answer) && isObject(answer.result) ? answer.result.data : undefined;
          if (!isObject(data) || !Array.isArray(data.standings)) return reply;
          for (const score of reports.values()) {
            if (score.again !== true) continue;
            for (const row of data.standings.filter(isObject)) {
              if (typeof score[String(row.player_id)] === "number") row.points = score[String(row.player_id)];
            }
          }
          return { ...reply, body: JSON.stringify(answer) };
        },
      };
    },
  }),
];
