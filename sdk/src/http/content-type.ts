/** `application/json`, and the other names that JSON-RPC over HTTP has for it. */
export const jsonTypes = ["application/json", "application/json-rpc", "application/jsonrequest"];

/** Whether a content type announces JSON that can be read here: in UTF-8 if it names a charset. Other parameters are ignored. */
export function isJson(contentType: string | null): boolean {
  if (contentType === "application/json") return true;
  if (contentType === null) return false;
  const [type = "", ...parameters] = contentType.toLowerCase().split(";");
  return jsonTypes.includes(type.trim()) && parameters.every(isHarmless);
}

function isHarmless(parameter: string): boolean {
  const [name = "", value = ""] = parameter.split("=", 2);
  if (name.trim() !== "charset") return true;
  return ["utf-8", "utf8"].includes(value.trim().replace(/^"(.*)"$/, "$1"));
}
