import type { RpcVector } from "./json-rpc-specification.js";

const invalidRequest = '{"code": -32600, "message": "Invalid Request"}';
const notFound = '{"code": -32601, "message": "Method not found"}';
const parseError = '{"jsonrpc": "2.0", "error": {"code": -32700, "message": "Parse error"}, "id": null}';
const badId =
  '{"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request", "data": {"hint": "id must be a string, a number or null"}}, "id": null}';
const badParams = (id: string) =>
  `{"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request", "data": {"hint": "params must be an object or an array, or be left out"}}, "id": ${id}}`;
const byName = (id: string) =>
  `{"jsonrpc": "2.0", "error": {"code": -32602, "message": "Invalid params", "data": {"hint": "params are taken by name, as an object"}}, "id": ${id}}`;

/** A call of `get_data` with this id, and its answer: the id is returned with its original digits. */
const echoed = (name: string, id: string): RpcVector => ({
  name,
  request: `{"jsonrpc":"2.0","method":"get_data","id":${id}}`,
  answer: `{"jsonrpc":"2.0","result":["hello",5],"id":${id}}`,
});

/** Requests that crashed real servers, or got wrong answers from them. */
export const tortures: readonly RpcVector[] = [
  echoed("a string id", '"a"'),
  echoed("an empty string as id", '""'),
  echoed("a string id with escapes", '"\\"\\\\\\n"'),
  echoed("a null id is an id", "null"),
  echoed("the id 0", "0"),
  echoed("a negative id", "-7"),
  echoed("a fractional id", "1.5"),
  echoed("the largest safe integer", "9007199254740991"),
  echoed("an id beyond 2^53", "9007199254740993"),
  echoed("an id of 64 bits", "18446744073709551615"),
  echoed("an id with more digits than a double holds", "0.1234567890123456789"),
  echoed("an id beyond the largest double", "1e400"),
  {
    name: "ids beyond 2^53 in a batch, each its own",
    request:
      '[{"jsonrpc":"2.0","method":"get_data","params":{"id":1},"id":9007199254740993},{"id":9007199254740995,"jsonrpc":"2.0","method":"foobar"}]',
    answer: `[{"jsonrpc":"2.0","result":["hello",5],"id":9007199254740993},{"jsonrpc":"2.0","error":${notFound},"id":9007199254740995}]`,
  },
  ...["{}", "[]", '{"$oid":"1"}', "[1]", "true", "false"].map((id) => ({
    name: `the invalid id ${id}`,
    request: `{"jsonrpc":"2.0","method":"get_data","id":${id}}`,
    answer: badId,
  })),
  ...["null", "1", '"text"', "true"].map((request) => ({
    name: `${request} is no request`,
    request,
    answer: `{"jsonrpc":"2.0","error":${invalidRequest},"id":null}`,
  })),
  {
    name: "[null] is a batch of one invalid request",
    request: "[null]",
    answer: `[{"jsonrpc":"2.0","error":${invalidRequest},"id":null}]`,
  },
  {
    name: "a batch inside a batch is an invalid request",
    request: '[[{"jsonrpc":"2.0","method":"get_data","id":1}]]',
    answer: `[{"jsonrpc":"2.0","error":${invalidRequest},"id":null}]`,
  },
  {
    name: "jsonrpc missing: the id is known, so it is echoed",
    request: '{"method":"get_data","id":1}',
    answer: `{"jsonrpc":"2.0","error":${invalidRequest},"id":1}`,
  },
  ...['"1.0"', "2", "2.0", "null"].map((version) => ({
    name: `jsonrpc ${version}`,
    request: `{"jsonrpc":${version},"method":"get_data","id":1}`,
    answer: `{"jsonrpc":"2.0","error":${invalidRequest},"id":1}`,
  })),
  ...["1", "null", "{}", '["get_data"]'].map((method) => ({
    name: `the invalid method ${method}`,
    request: `{"jsonrpc":"2.0","method":${method},"id":"x"}`,
    answer: `{"jsonrpc":"2.0","error":${invalidRequest},"id":"x"}`,
  })),
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "", "get_data "].map((method) => ({
    name: `the method ${JSON.stringify(method)} is unknown`,
    request: `{"jsonrpc":"2.0","method":${JSON.stringify(method)},"id":1}`,
    answer: `{"jsonrpc":"2.0","error":${notFound},"id":1}`,
  })),
  ...['"bar"', "1", "null", "false"].map((params) => ({
    name: `the params ${params} are no params`,
    request: `{"jsonrpc":"2.0","method":"get_data","params":${params},"id":1}`,
    answer: badParams("1"),
  })),
  {
    name: "params missing for a method by name",
    request: '{"jsonrpc":"2.0","method":"greet","id":1}',
    answer: byName("1"),
  },
  {
    name: "params in an array for a method by name",
    request: '{"jsonrpc":"2.0","method":"greet","params":["Ann"],"id":1}',
    answer: byName("1"),
  },
  {
    name: "params in an array for a method by name, in a notification",
    request: '{"jsonrpc":"2.0","method":"greet","params":["Ann"]}',
    answer: null,
  },
  {
    name: "params as an object for a method by name",
    request: '{"jsonrpc":"2.0","method":"greet","params":{"name":"Ann"},"id":1}',
    answer: '{"jsonrpc":"2.0","result":"Hello, Ann","id":1}',
  },
  {
    name: "members that the specification does not define",
    request: '{"jsonrpc":"2.0","method":"get_data","id":1,"auth":"x","meta":{"a":[1]}}',
    answer: '{"jsonrpc":"2.0","result":["hello",5],"id":1}',
  },
  {
    name: "a response is no request",
    request: '{"jsonrpc":"2.0","result":19,"id":1}',
    answer: `{"jsonrpc":"2.0","error":${invalidRequest},"id":1}`,
  },
  {
    name: "a result of undefined is null",
    request: '{"jsonrpc":"2.0","method":"update","id":1}',
    answer: '{"jsonrpc":"2.0","result":null,"id":1}',
  },
  {
    name: "a method that refuses",
    request: '{"jsonrpc":"2.0","method":"refuse","id":1}',
    answer:
      '{"jsonrpc":"2.0","error":{"code":-32006,"message":"MATCH_NOT_FOUND","data":{"match_id":"R1M1"}},"id":1}',
  },
  {
    name: "a method that refuses with data that JSON cannot write",
    request: '{"jsonrpc":"2.0","method":"refuse_oddly","id":1}',
    answer: '{"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal error"},"id":1}',
  },
  ...["crash", "crash_later", "crash_with_nothing", "answer_oddly"].map((method) => ({
    name: `a method that fails does not reveal its cause: ${method}`,
    request: `{"jsonrpc":"2.0","method":"${method}","id":1}`,
    answer: '{"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal error"},"id":1}',
  })),
  ...["crash", "crash_later", "refuse", "foobar"].map((method) => ({
    name: `a notification is not answered even if it fails: ${method}`,
    request: `{"jsonrpc":"2.0","method":"${method}"}`,
    answer: null,
  })),
  {
    name: "a batch in which one method fails and one takes longer: the answers keep the order",
    request:
      '[{"jsonrpc":"2.0","method":"slow","id":1},{"jsonrpc":"2.0","method":"crash","id":2},{"jsonrpc":"2.0","method":"crash"},{"jsonrpc":"2.0","method":"get_data","id":3}]',
    answer:
      '[{"jsonrpc":"2.0","result":"slow","id":1},{"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal error"},"id":2},{"jsonrpc":"2.0","result":["hello",5],"id":3}]',
  },
  {
    name: "the same id twice in a batch is answered twice",
    request: '[{"jsonrpc":"2.0","method":"get_data","id":1},{"jsonrpc":"2.0","method":"get_data","id":1}]',
    answer: '[{"jsonrpc":"2.0","result":["hello",5],"id":1},{"jsonrpc":"2.0","result":["hello",5],"id":1}]',
  },
  {
    name: "a batch beyond the limit",
    request: `[${Array.from({ length: 11 }, () => "1").join(",")}]`,
    answer:
      '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"hint":"a batch may have 10 entries, this one has 11"}},"id":null}',
  },
  {
    name: "a repeated key",
    request: '{"jsonrpc":"2.0","method":"get_data","id":1,"id":2}',
    answer:
      '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error","data":{"kind":"duplicate_key","message":"the member /id appears twice","pointer":"/id"}},"id":null}',
  },
  {
    name: "too deep a nesting",
    request: `{"jsonrpc":"2.0","method":"get_data","id":1,"params":${"[".repeat(20)}${"]".repeat(20)}}`,
    answer:
      '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error","data":{"kind":"depth","message":"nested 21 deep; at most 16 levels are accepted"}},"id":null}',
  },
  { name: "an empty body", request: "", answer: parseError },
  {
    name: "a byte order mark",
    request: '\ufeff{"jsonrpc":"2.0","method":"get_data","id":1}',
    answer: parseError,
  },
  { name: "HTML", request: "<html></html>", answer: parseError },
  { name: "a lone surrogate", request: '{"jsonrpc":"2.0","method":"\\ud800","id":1}', answer: parseError },
];
