import { PostgreSqlConnection, PostgreSqlDriver, PostgreSqlPlatform } from '@mikro-orm/postgresql';

type QueryBuilder = ReturnType<PostgreSqlPlatform['createNativeQueryBuilder']>;
type Dialect = ReturnType<PostgreSqlConnection['createKyselyDialect']>;
type QueryDriver = ReturnType<Dialect['createDriver']>;
type Connection = Parameters<QueryDriver['releaseConnection']>[0];

/**
 * A driver whose pool gets back every connection. The ORM's query builder keeps the place of one whose transaction
 * could neither be begun nor rolled back, as of one that is lost in the middle of it: after as many lost connections as
 * the pool has places, a process would wait for ever. The query builder also keeps a connection that is opened while
 * the pool ends, and the end would wait for that connection for ever.
 */
export class ReleasingDriver extends PostgreSqlDriver {
  protected override readonly connection = new ReleasingConnection(this.config);
  protected override readonly platform = new KeySparingPlatform();
}

/**
 * Locks by `for no key update` wherever the ORM would lock by `for update`. No transaction changes or deletes a key,
 * and this weaker lock lets others write rows that refer to the locked row: docs/decisions/0024-order-of-locks.md.
 */
class KeySparingPlatform extends PostgreSqlPlatform {
  override createNativeQueryBuilder(): QueryBuilder {
    const builder = super.createNativeQueryBuilder();
    const compile = builder.compile.bind(builder);
    return Object.assign(builder, {
      compile() {
        const { sql, params } = compile();
        return { sql: sql.replace(/ for update( skip locked| nowait)?$/, ' for no key update$1'), params };
      },
    });
  }
}

class ReleasingConnection extends PostgreSqlConnection {
  override createKyselyDialect(...given: Parameters<PostgreSqlConnection['createKyselyDialect']>): Dialect {
    const dialect = super.createKyselyDialect(...given);
    const createDriver = dialect.createDriver.bind(dialect);
    return Object.assign(dialect, { createDriver: () => releasing(createDriver()) });
  }
}

function releasing(driver: QueryDriver): QueryDriver {
  const acquire = driver.acquireConnection.bind(driver);
  const destroy = driver.destroy.bind(driver);
  const begin = driver.beginTransaction.bind(driver);
  const rollBack = driver.rollbackTransaction.bind(driver);
  const acquiring = new Set<Promise<Connection>>();
  const orRelease = async (connection: Connection, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      // The pool itself sees that it is lost, and drops it.
      await driver.releaseConnection(connection);
      throw error;
    }
  };
  return Object.assign(driver, {
    acquireConnection: (options) => {
      const acquired = acquire(options).finally(() => acquiring.delete(acquired));
      acquiring.add(acquired);
      return acquired;
    },
    // Nobody acquires a connection once this has begun.
    destroy: async (options) => {
      await Promise.allSettled(acquiring);
      await destroy(options);
    },
    beginTransaction: (connection, settings) => orRelease(connection, () => begin(connection, settings)),
    rollbackTransaction: (connection) => orRelease(connection, () => rollBack(connection)),
  } satisfies Pick<QueryDriver, 'acquireConnection' | 'destroy' | 'beginTransaction' | 'rollbackTransaction'>);
}
