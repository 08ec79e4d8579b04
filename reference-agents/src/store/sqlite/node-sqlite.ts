/** Kysely with Node's own SQLite. Kysely's dialect is for better-sqlite3, whose interface is similar to `node:sqlite`. */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import {
  type DatabaseConnection,
  type Driver,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from "kysely";

export class NodeSqliteDialect extends SqliteDialect {
  readonly #driver: () => Driver;

  /** @param database open; closed with the Kysely instance */
  constructor(database: DatabaseSync) {
    const prepare = (sql: string) => statementOf(database.prepare(sql));
    const config = { database: { prepare, close: () => database.close() } };
    super(config);
    this.#driver = () => new ForgivingDriver(config, database);
  }

  override createDriver(): Driver {
    return this.#driver();
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

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
