import { validateGameOver } from "@league-v2/contract";
import type { Contender } from "./contender.ts";

export const generated: Contender = {
  name: "@league-v2/contract",
  remark: "collects all faults",
  accepted(messages, times) {
    let count = 0;
    for (let time = 0; time < times; time++)
      for (const message of messages) if (validateGameOver(message)) count++;
    return count;
  },
};
