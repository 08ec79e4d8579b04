/** One body posted to a server with the methods of `example-methods.ts`, and its answer; null: no answer. */
export interface RpcVector {
  name: string;
  request: string;
  answer: string | null;
}

/** The examples of section 7 of the JSON-RPC 2.0 specification, word for word. */
export const specificationExamples: readonly RpcVector[] = [
  {
    name: "rpc call with positional parameters",
    request: '{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}',
    answer: '{"jsonrpc": "2.0", "result": 19, "id": 1}',
  },
  {
    name: "rpc call with positional parameters, the other way round",
    request: '{"jsonrpc": "2.0", "method": "subtract", "params": [23, 42], "id": 2}',
    answer: '{"jsonrpc": "2.0", "result": -19, "id": 2}',
  },
  {
    name: "rpc call with named parameters",
    request: '{"jsonrpc": "2.0", "method": "subtract", "params": {"subtrahend": 23, "minuend": 42}, "id": 3}',
    answer: '{"jsonrpc": "2.0", "result": 19, "id": 3}',
  },
  {
    name: "rpc call with named parameters, the other way round",
    request: '{"jsonrpc": "2.0", "method": "subtract", "params": {"minuend": 42, "subtrahend": 23}, "id": 4}',
    answer: '{"jsonrpc": "2.0", "result": 19, "id": 4}',
  },
  {
    name: "a notification",
    request: '{"jsonrpc": "2.0", "method": "update", "params": [1,2,3,4,5]}',
    answer: null,
  },
  {
    name: "a notification of an unknown method",
    request: '{"jsonrpc": "2.0", "method": "foobar"}',
    answer: null,
  },
  {
    name: "rpc call of non-existent method",
    request: '{"jsonrpc": "2.0", "method": "foobar", "id": "1"}',
    answer: '{"jsonrpc": "2.0", "error": {"code": -32601, "message": "Method not found"}, "id": "1"}',
  },
  {
    name: "rpc call with invalid JSON",
    request: '{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]',
    answer: '{"jsonrpc": "2.0", "error": {"code": -32700, "message": "Parse error"}, "id": null}',
  },
  {
    name: "rpc call with invalid Request object",
    request: '{"jsonrpc": "2.0", "method": 1, "params": "bar"}',
    answer: '{"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null}',
  },
  {
    name: "rpc call Batch, invalid JSON",
    request: `[
  {"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
  {"jsonrpc": "2.0", "method"
]`,
    answer: '{"jsonrpc": "2.0", "error": {"code": -32700, "message": "Parse error"}, "id": null}',
  },
  {
    name: "rpc call with an empty Array",
    request: "[]",
    answer: '{"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null}',
  },
  {
    name: "rpc call with an invalid Batch (but not empty)",
    request: "[1]",
    answer: `[
  {"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null}
]`,
  },
  {
    name: "rpc call with invalid Batch",
    request: "[1,2,3]",
    answer: `[
  {"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null},
  {"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null},
  {"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null}
]`,
  },
  {
    name: "rpc call Batch",
    request: `[
        {"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
        {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]},
        {"jsonrpc": "2.0", "method": "subtract", "params": [42,23], "id": "2"},
        {"foo": "boo"},
        {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},
        {"jsonrpc": "2.0", "method": "get_data", "id": "9"}
    ]`,
    answer: `[
        {"jsonrpc": "2.0", "result": 7, "id": "1"},
        {"jsonrpc": "2.0", "result": 19, "id": "2"},
        {"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null},
        {"jsonrpc": "2.0", "error": {"code": -32601, "message": "Method not found"}, "id": "5"},
        {"jsonrpc": "2.0", "result": ["hello", 5], "id": "9"}
    ]`,
  },
  {
    name: "rpc call Batch (all notifications)",
    request: `[
        {"jsonrpc": "2.0", "method": "notify_sum", "params": [1,2,4]},
        {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]}
    ]`,
    answer: null,
  },
];
