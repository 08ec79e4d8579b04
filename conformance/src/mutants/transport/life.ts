/** Agents that live when they should end, and end when they should live. */
import { mutant } from "../mutant.js";

export default [
  mutant({
    id: "transport:lives-without-a-port",
    fault: "Goes on without a server when its port is taken.",
    surgery: { onBusyPort: "goes on" },
  }),
  mutant({
    id: "transport:ends-well-without-a-port",
    fault: "Ends with the exit code 0 when its port is taken.",
    surgery: { onBusyPort: 0 },
  }),
];
