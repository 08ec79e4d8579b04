/** Reads a registration that another agent posts to a path of its own: a name and an address are required. */
import { isObject, readApplicant } from "../wire/index.js";
import type { ServiceCall } from "../wire/service/service-style.js";
import { serviceProfile } from "../wire/service/service-style.js";
import { lenientRegistration } from "./lenient-registration.js";
import type { ServiceSetting } from "./service-setting.js";

const registers = /regist|join|sign_?up|enrol/;
/** A POST to a collection of agents adds one. */
const collections = /(?:^|_)(player|referee|agent|participant)$/;

export async function serviceRegistration(
  { name, members, style }: ServiceCall,
  { runtime, methods }: ServiceSetting,
): Promise<unknown> {
  if (!registers.test(name) && !collections.test(name)) return undefined;
  const method = `register_${name.replace(registers, "")}`;
  const applicant = readApplicant({ name: method, message: members });
  if (applicant?.display_name === undefined || applicant.endpoint === undefined) return undefined;
  const newConversation = () => runtime.newConversation("conv-service");
  const now = runtime.senderIdentity.now();
  const found = { shape: "params", method, message: members } as const;
  const read = lenientRegistration(found, true, now, newConversation);
  if (read === undefined) return undefined;
  const served = methods.get(applicant.role === "referee" ? "register_referee" : "register_player");
  // A call with a method is one of JSON-RPC.
  const text = style.path === "/" ? "loose" : JSON.stringify(serviceProfile(style));
  const reply = await served?.call(read.message, {
    name: text,
    tokenless: true,
    matchStart: "blocking",
    isLenient: true,
  });
  return isObject(reply) ? reply : undefined;
}
