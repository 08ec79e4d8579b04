import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { compile, typeErrors } from "../../test/compiled.js";
import { complaints } from "../../test/mini.js";
import { generate } from "../generate.js";
import { fileSource, memorySource } from "./source.js";

const folder = join(
  dirname(createRequire(import.meta.url).resolve("@open-rpc/examples/package.json")),
  "build/service-descriptions",
);
const example = (name: string) => fileSource(join(folder, `${name}-openrpc.json`));

describe("the petstore", async () => {
  const emitted = compile((await generate(example("petstore"))).files);
  afterAll(() => emitted.remove());

  test("its validators check the constraints of its schemas", async () => {
    const { validateGetPetParams, validatePets, explain } = await emitted.load("index");
    expect(validateGetPetParams({ petId: 7 })).toBe(true);
    expect(validateGetPetParams({ petId: -1 })).toBe(false);
    expect(explain(validateGetPetParams.errors, { petId: -1 })[0].message).toBe(
      "/petId is -1; expected 0 or more.",
    );
    expect(validatePets([{ id: 1, name: "fluffy" }, { id: 2 }])).toBe(false);
  });

  test("its builders take fields and no identity", async () => {
    const { createPetParams } = await emitted.load("index");
    expect(createPetParams({ newPetName: "fluffy", nonsense: 1 })).toEqual({ newPetName: "fluffy" });
  });

  test("its methods have a client and a server", async () => {
    const { methods, serverServes, clientCalls } = await emitted.load("index");
    expect(methods.get_pet).toMatchObject({ request: "GetPetParams", reply: "Pet", positional: ["petId"] });
    expect(Object.keys(serverServes)).toEqual(Object.keys(clientCalls));
  });

  test("its document is emitted with references and without", () => {
    const documents = emitted.files.filter(({ path }) => path.startsWith("openrpc/"));
    expect(documents.map(({ path }) => path)).toEqual([
      "openrpc/petstore.dereferenced.json",
      "openrpc/petstore.json",
    ]);
    expect(documents[0]?.text).not.toContain("$ref");
  });
});

test("the code of every example document inside of the subset compiles", async () => {
  const names = ["petstore", "params-by-name-petstore", "simple-math", "link-example", "api-with-examples"];
  // One run of the compiler checks all of them.
  const files = await Promise.all(
    names.map(async (name) =>
      (await generate(example(name))).files.map(({ path, text }) => ({
        path: path.replace("src/", `src/${name}/`),
        text,
      })),
    ),
  );
  expect(typeErrors(files.flat())).toEqual([]);
});

test("a keyword outside of the subset is refused, with place, cause and fix", async () => {
  await expect(generate(example("petstore-expanded"))).rejects.toThrow(
    [
      "petstore-expanded-openrpc.json#/components/schemas/Pet/allOf/1 [composition]",
      "  cause: allOf holds a schema that is no plain reference",
      "  fix:   Give it a name and refer to it.",
    ].join("\n"),
  );
});

test("the rules of this project do not apply to foreign documents: titles, descriptions, examples and envelope are optional", () => {
  expect(complaints(example("simple-math"))).toEqual([]);
});

test("a schema that contains itself is allowed, without a dereferenced document", async () => {
  const node = { type: "object", properties: { next: { $ref: "#/components/schemas/node" } } };
  const method = {
    name: "walk",
    params: [],
    result: { name: "n", schema: { $ref: "#/components/schemas/node" } },
  };
  const document = {
    openrpc: "1.3.2",
    info: { title: "Loop", version: "1" },
    methods: [method],
    components: { schemas: { node } },
  };
  const source = memorySource("loop.json", { "loop.json": JSON.stringify(document) });
  const { files } = await generate(source);
  expect(files.map(({ path }) => path)).not.toContain("openrpc/loop.dereferenced.json");
  expect(typeErrors(files)).toEqual([]);
});

test("a document that is not OpenRPC is refused", async () => {
  const source = memorySource("x.json", { "x.json": '{"swagger": "2.0"}' });
  await expect(generate(source)).rejects.toThrow("this is not an OpenRPC document");
});

test("a single file of this project with a reference to another file is refused", async () => {
  const text = JSON.stringify({
    openrpc: "1.3.2",
    info: { title: "x", version: "1" },
    methods: [{ name: "m", params: [], result: { name: "r", schema: { $ref: "other.yaml" } } }],
  });
  await expect(generate(memorySource("x.json", { "x.json": text }))).rejects.toThrow(
    'x.json#/methods/0/result/schema/$ref [refs-resolve]\n  cause: $ref "other.yaml" does not name a schema of this document',
  );
});

test("components with a reserved name are renamed", async () => {
  const document = {
    openrpc: "1.3.2",
    info: { title: "names", version: "1" },
    methods: [
      { name: "m", params: [], result: { name: "r", schema: { $ref: "#/components/schemas/Role" } } },
    ],
    components: {
      schemas: {
        Role: { type: "object", properties: { delete: { $ref: "#/components/schemas/Record" } } },
        Record: { type: "string" },
        "pet-kind": { type: "string", enum: ["cat", "dog"] },
      },
    },
  };
  const { files } = await generate(memorySource("n.json", { "n.json": JSON.stringify(document) }));
  const paths = files.map(({ path }) => path).filter((path) => path.includes("/schemas/"));
  expect(paths).toEqual([
    "src/names/schemas/pet-kind.ts",
    "src/names/schemas/record-schema.ts",
    "src/names/schemas/role-schema.ts",
  ]);
  expect(typeErrors(files)).toEqual([]);
});
