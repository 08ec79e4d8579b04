import type { Contender } from "./contender.ts";
import { gameOverSchema } from "./zod-schema.ts";

export const zod: Contender = {
  name: "zod 4",
  remark: "collects all faults, copies what it accepts",
  accepted(messages, times) {
    let count = 0;
    for (let time = 0; time < times; time++) {
      for (const message of messages) if (gameOverSchema.safeParse(message).success) count++;
    }
    return count;
  },
};
