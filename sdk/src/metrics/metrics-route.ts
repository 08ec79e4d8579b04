/** `GET /metrics`, in the text format that Prometheus reads. */
import type { HttpRoute } from "../http/http-handler.js";
import { exposition, expositionType, type Family } from "./family.js";

export const metricsPath = "/metrics";

export function metricsRoute(families: () => Promise<readonly Family[]>): HttpRoute {
  return {
    path: metricsPath,
    verb: "GET",
    handle: async () => ({
      status: 200,
      headers: { "content-type": expositionType },
      body: exposition(await families()),
    }),
  };
}
