/** Kysely on Node's own SQLite: its dialect was made for better-sqlite3, which `node:sqlite` resembles. */
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
    const statements = new Map<string, SqliteStatement>();
    const prepare = (sql: string) => {
      const known = statements.get(sql) ?? statementOf(database.prepare(sql));
      // Statements with lists of many lengths are prepared again, so that they do not pile up.
      if (statements.size < mostStatements) statements.set(sql, known);
      return known;
    };
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

const mostStatements = 100;

/** After the worst faults, such as a full disk, SQLite has taken the transaction back itself. */
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

/** SQLite changes its schema in transactions too, though Kysely does not use it: a migration is made whole or not at all. */
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
