import { refsOf } from "../../schema/recursion.js";
import type { Schema } from "../../schema/schema.js";
import type { DialectRule } from "../rule.js";

/** Every schema is reachable from a method or a route. */
export const noUnused: DialectRule = {
  id: "no-unused",
  kind: "dialect",
  phase: "meaning",
  isWarning: true,
  check({ dialect }, report) {
    const used = new Set<string>();
    const use = (name: string | null) => {
      if (name === null || used.has(name)) return;
      used.add(name);
      for (const ref of refsOf((dialect.schemas.get(name)?.schema ?? {}) as Schema)) use(ref);
    };
    for (const method of dialect.methods) {
      for (const exchange of [method, ...method.forms]) {
        use(exchange.request);
        use(exchange.reply);
      }
      use(method.ack);
    }
    for (const route of dialect.routes) {
      use(route.request);
      use(route.reply);
    }
    for (const { name, file, pointer } of dialect.schemas.values()) {
      if (!used.has(name)) report({ file, pointer }, `no method leads to ${name}`, "Use it, or delete it.");
    }
  },
};
