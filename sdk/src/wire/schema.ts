/** The JSON Schema of a wire profile file, for editors; the lint checks the rest. */
const pointer = { type: "string", pattern: "^/." };

export const wireProfileSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "urn:league-v2:wire-profile:2",
  title: "WireProfile",
  description: "How one family of agents writes the messages of league.v2. See docs/forms.md.",
  type: "object",
  required: ["name", "title", "description"],
  additionalProperties: false,
  properties: {
    $schema: { type: "string" },
    name: { type: "string", minLength: 1, pattern: "^[^+]+$" },
    title: { type: "string", minLength: 1 },
    description: { type: "string", minLength: 1 },
    extends: {
      type: "string",
      description: "A bundled profile, or the path of a file, that this one changes.",
    },
    path: { type: "string", pattern: "^/", description: "Path of the endpoint." },
    request: {
      enum: ["params", "message", "tools_call", "bare"],
      description: "Where the message is in a request.",
    },
    reply: {
      enum: ["result", "content_text", "request_body", "bare"],
      description: "Where the answering message is in the HTTP reply.",
    },
    method: {
      description: "How a message gets its method or tool name.",
      oneOf: [
        { enum: ["contract", "message_type", "message_type_lower"] },
        {
          type: "object",
          required: ["always"],
          additionalProperties: false,
          properties: { always: { type: "string" } },
        },
      ],
    },
    sender: { enum: ["typed", "bare"], description: "player:P01 or P01." },
    conversation: { enum: ["text", "uuid"] },
    times: {
      enum: ["fraction", "seconds", "offset", "offset_seconds", "unix", "unix_ms"],
      description: "How times are written.",
    },
    spelling: {
      type: "object",
      additionalProperties: false,
      properties: {
        members: { enum: ["camel", "kebab", "pascal"] },
        types: { enum: ["pascal"] },
        prefix: { type: "string", minLength: 1 },
        times: { enum: ["seconds", "offset", "offset_seconds", "unix", "unix_ms"] },
      },
      description:
        "How the names of members and message types are spelled, and in which style times are written.",
    },
    wrap: {
      type: "string",
      minLength: 1,
      description: "The message stands inside this member of the params or of the tool's arguments.",
    },
    split: {
      type: "object",
      required: ["envelope", "payload"],
      additionalProperties: false,
      properties: { envelope: { type: "string", minLength: 1 }, payload: { type: "string", minLength: 1 } },
      description: "The envelope and the other members are in two objects of these names.",
    },
    match_start: {
      enum: ["run_match", "blocking", "announcement"],
      description:
        "What makes a referee start a match: a call, a call answered after the match, the announcement.",
    },
    tokens: { enum: ["required", "optional"], description: "Whether messages must carry the auth_token." },
    asks: { enum: ["again", "once"], description: "Whether a missed join or choice is asked for again." },
    ids: { enum: ["same", "one", "any"], description: "The JSON-RPC id of an answer." },
    answers: {
      enum: ["messages", "any"],
      description: "What counts as an answer: a whole message, or anything that says the same.",
    },
    acknowledges: {
      enum: ["body", "status"],
      description: "What acknowledges a message: the body of the answer, or its HTTP status.",
    },
    errors: { enum: ["jsonrpc", "tool", "status"], description: "The form of an error reply." },
    envelope: { $ref: "#/$defs/rules" },
    replies: { $ref: "#/$defs/rules" },
    messages: {
      type: "object",
      additionalProperties: { $ref: "#/$defs/rules" },
      propertyNames: { pattern: "^[A-Z][A-Z_]*$" },
    },
  },
  $defs: {
    pointer,
    rules: {
      type: "object",
      additionalProperties: false,
      properties: {
        method: { type: "string", description: "Name of the method or tool." },
        path: { type: "string", pattern: "^/", description: "Path of the address for this message." },
        message_type: { type: "string", description: "The message_type on the wire." },
        nest: {
          type: "string",
          description: "All members that are not of the envelope stand inside this member.",
        },
        beside: {
          type: "array",
          items: { type: "string" },
          description: "Members that stay beside the nested object.",
        },
        rename: { type: "object", additionalProperties: { type: "string" } },
        move: {
          type: "array",
          items: {
            type: "object",
            required: ["from", "to"],
            additionalProperties: false,
            properties: { from: { $ref: "#/$defs/pointer" }, to: { $ref: "#/$defs/pointer" } },
          },
        },
        aliases: {
          type: "object",
          propertyNames: { $ref: "#/$defs/pointer" },
          additionalProperties: { type: "array", minItems: 1, items: { $ref: "#/$defs/pointer" } },
          description: "Other places where a member is read when it is absent from its own.",
        },
        values: {
          type: "object",
          additionalProperties: {
            type: "array",
            minItems: 1,
            items: { type: "array", minItems: 2, maxItems: 2 },
          },
        },
        formats: {
          type: "object",
          propertyNames: { $ref: "#/$defs/pointer" },
          additionalProperties: { type: "string" },
          description: "Formats of values: number, text, uuid, or a text with {id}, {number} or {number:3}.",
        },
        blank: {
          type: "object",
          propertyNames: { $ref: "#/$defs/pointer" },
          description: "What the wire has where the canonical message has nothing.",
        },
        add: { type: "object", propertyNames: { $ref: "#/$defs/pointer" } },
        only: {
          type: "array",
          items: { type: "string" },
          description: "The only members on the wire, or in the nested object.",
        },
        omit: { type: "array", items: { $ref: "#/$defs/pointer" } },
        ignore: { type: "array", items: { $ref: "#/$defs/pointer" } },
        fill: { type: "object", propertyNames: { $ref: "#/$defs/pointer" } },
      },
    },
  },
} as const;
