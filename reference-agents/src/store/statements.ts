/** Builds each statement once for a store, because Kysely takes longer to build one than the database to run it. */
import type { Compilable, CompiledQuery, Kysely, QueryResult } from "kysely";

type Value = string | number | null;

/** Builds a statement. The values may be used only as column values, and the statement must not depend on them. */
export type Build<Tables, Values extends readonly Value[], Row> = (
  db: Kysely<Tables>,
  ...values: Values
) => Compilable<Row>;

/** Placeholder of a value while a statement is built. */
class Placeholder {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/** Runs a built statement. */
export type Execute<Tables> = <Row>(
  db: Kysely<Tables>,
  query: CompiledQuery<Row>,
) => Promise<QueryResult<Row>>;

export class Statements<Tables> {
  readonly #built = new Map<unknown, CompiledQuery>();
  readonly #execute: Execute<Tables>;

  constructor(execute: Execute<Tables> = (db, query) => db.executeQuery(query)) {
    this.#execute = execute;
  }

  /** @param build the same function each time, because it is the key of the cache */
  run<Values extends readonly Value[], Row>(
    db: Kysely<Tables>,
    build: Build<Tables, Values, Row>,
    ...values: Values
  ): Promise<QueryResult<Row>> {
    const built =
      (this.#built.get(build) as CompiledQuery<Row> | undefined) ?? this.#build(db, build, values);
    const parameters = built.parameters.map((one) => (one instanceof Placeholder ? values[one.index] : one));
    return this.#execute(db, { ...built, parameters });
  }

  #build<Values extends readonly Value[], Row>(
    db: Kysely<Tables>,
    build: Build<Tables, Values, Row>,
    values: Values,
  ): CompiledQuery<Row> {
    const placeholders = values.map((_, index) => new Placeholder(index)) as unknown as Values;
    const built = build(db, ...placeholders).compile();
    this.#built.set(build, built);
    return built;
  }
}
