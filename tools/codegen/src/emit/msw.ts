import type { Dialect, Method } from "../model/model.js";
import { pascal } from "../names.js";
import { type Code, code, typeNamed, valueNamed } from "../print/code.js";
import { File, type Output } from "../print/file.js";
import { literal, propertyKey } from "../print/literal.js";
import { messagesOf } from "./examples.js";
import { examples, validator } from "./modules.js";

const server = {
  ExampleAnswers: typeNamed("ExampleAnswers", "example-server"),
  ExampleMethod: typeNamed("ExampleMethod", "example-server"),
  answerFromExamples: valueNamed("answerFromExamples", "example-server"),
};

/** Handlers for msw: every method of the dialect, answered from the examples. */
export function emitMsw(dialect: Dialect): Output {
  const out = new File(`${dialect.name}/msw`, dialect.file);
  const http = valueNamed("http", "package:msw");
  const response = valueNamed("HttpResponse", "package:msw");
  const handler = typeNamed("RequestHandler", "package:msw");
  const method = typeNamed("MethodName", `${dialect.name}/methods`);
  out.doc("Replacements for the example replies, by method: a function of the params, or a fixed result.");
  out.print`export type ${out.declareType(`${pascal(dialect.name)}Answers`)} = { readonly [Name in ${method}]?: unknown };\n`;
  out.doc(
    "msw handlers that answer every method with its first example, in the conversation of the request; wrong params get -32602.",
    "@param url the URL of the agent; by default any host's /mcp.",
    "@param answers replies instead of the examples, by method.",
  );
  const name = out.declareValue(`${dialect.name}Handlers`);
  out.print`export function ${name}(url = "*/mcp", answers: ${pascal(dialect.name)}Answers = {}): ${handler}[] {
  return [
    ${http}.post(url, async ({ request }) => {
      const { status, body } = ${server.answerFromExamples}(await request.json(), exampleMethods, answers as ${server.ExampleAnswers});
      return body === undefined ? new ${response}(null, { status }) : ${response}.json(body, { status });
    }),
  ];
}
`;
  out.print`const ${out.declareValue("exampleMethods")}: Readonly<Record<${method}, ${server.ExampleMethod}>> = {`;
  for (const row of dialect.methods) {
    out.print`  ${propertyKey(row.name)}: { validateRequest: ${validator(dialect, row.request)}, reply: ${reply(dialect, row)} },`;
  }
  out.print`};`;
  return out.render();
}

function reply(dialect: Dialect, method: Method): Code {
  const type = method.reply ?? method.ack;
  if (type === null) return code`${literal(null)}`;
  return messagesOf(dialect).includes(type) ? code`${examples(dialect, type)}[0]` : code`{}`;
}
