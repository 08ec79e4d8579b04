/** Reads a registration at any path: a name and an address are required. */
import { isObject, readApplicant } from "../../wire/index.js";
import type { ServiceCall } from "../../wire/service/service-style.js";
import { serviceProfile } from "../../wire/service/service-style.js";
import { lenientRegistration } from "../lenient/lenient-registration.js";
import { type ServiceSetting, withoutToken } from "./service-setting.js";

const registers = /regist|join|sign_?up|enrol/;
/** A POST to a collection of agents adds one. */
const collections = /(?:^|_)(player|referee|agent|participant)$/;

export async function serviceRegistration(
  { name: path, members, style }: ServiceCall,
  { runtime, methods }: ServiceSetting,
): Promise<unknown> {
  if (!registers.test(path) && !collections.test(path)) return undefined;
  const method = `register_${path.replace(registers, "")}`;
  const applicant = readApplicant({ name: method, message: members });
  if (applicant?.display_name === undefined || applicant.endpoint === undefined) return undefined;
  const newConversation = () => runtime.newConversation("conv-service");
  const now = runtime.senderIdentity.now();
  const found = { shape: "params", method, message: members } as const;
  const read = lenientRegistration(found, true, now, newConversation);
  if (read === undefined) return undefined;
  const served = methods.get(applicant.role === "referee" ? "register_referee" : "register_player");
  // A call with a method is one of JSON-RPC.
  const name =
    style.path === "/" ? withoutToken.name : JSON.stringify(serviceProfile(style, applicant.endpoint));
  const reply = await served?.call(read.message, { ...withoutToken, name });
  return isObject(reply) ? reply : undefined;
}
