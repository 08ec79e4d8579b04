/** Reference players whose process ends when it should not, or does not when it should. */
import type { Agent, RunningAgent } from "../../doors.js";
import type { JsonObject } from "../../json/scan.js";
import { referenceAgent } from "../../self-test/reference.js";
import type { LaunchOptions } from "../../subject/subject.js";

const reference = referenceAgent("player");

/** The reference player with some of its life changed. */
export function living(
  change: (running: RunningAgent) => Partial<RunningAgent>,
): (launch: LaunchOptions) => Agent {
  return (launch) => {
    const agent = reference(launch);
    return {
      role: agent.role,
      connect: (link) => {
        const running = agent.connect(link);
        return { ...running, ...change(running) };
      },
    };
  };
}

/** The reference player whose process ends with an error in the middle of such an exchange. */
export function mortal(
  isFatal: (request: JsonObject, reply: JsonObject) => boolean,
): (launch: LaunchOptions) => Agent {
  return living((running) => {
    let die: (error: Error) => void = () => undefined;
    const registered = new Promise<never>((_, reject) => {
      die = reject;
    });
    void running.registered.catch(die);
    return {
      registered,
      handle: async (http) => {
        const reply = await running.handle(http);
        if (isFatal(read(http.body), read(reply.body)))
          die(new Error("Uncaught TypeError: cannot read properties of undefined"));
        return reply;
      },
    };
  });
}

function read(body: Uint8Array | string): JsonObject {
  try {
    return JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body)) as JsonObject;
  } catch {
    return {};
  }
}
