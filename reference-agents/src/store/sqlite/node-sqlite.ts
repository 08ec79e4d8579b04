/** Kysely with Node's own SQLite. Kysely's dialect is for better-sqlite3, whose interface is similar to `node:sqlite`. */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from "kysely";

export class NodeSqliteDialect extends SqliteDialect {
  readonly #driver: () => Driver;
  readonly #prepare: (sql: string) => SqliteStatement;

  /** @param database open; closed with the Kysely instance */
  constructor(database: DatabaseSync) {
    const statements = new Map<string, SqliteStatement>();
    const prepare = (sql: string) => {
      const known = statements.get(sql) ?? statementOf(database.prepare(sql));
      // The cache is limited, because a list of each length is another statement.
      if (statements.size < maxStatements) statements.set(sql, known);
      return known;
    };
    const config = { database: { prepare, close: () => database.close() } };
    super(config);
    this.#driver = () => new ForgivingDriver(config, database);
    this.#prepare = prepare;
  }

  /** Runs a statement without Kysely, which takes longer to reach the database than the statement takes. */
  run<Row>({ sql, parameters }: CompiledQuery<Row>): QueryResult<Row> {
    const statement = this.#prepare(sql);
    if (statement.reader) return { rows: statement.all(parameters) as Row[] };
    return { numAffectedRows: BigInt(statement.run(parameters).changes), rows: [] };
  }

  override createDriver(): Driver {
    return this.#driver();
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

const maxStatements = 100;

/** After severe errors, such as a full disk, SQLite has rolled back the transaction itself. */
class ForgivingDriver extends SqliteDriver {
  readonly #database: DatabaseSync;

  constructor(config: SqliteDialectConfig, database: DatabaseSync) {
    super(config);
    this.#database = database;
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

/** Runs migrations in a transaction, which SQLite supports and Kysely does not use, so that none is applied in part. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): true {
    return true;
  }
}

function statementOf(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  };
}
