import { status } from '@grpc/grpc-js';
import { isGrpcServiceError, type Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import { SEARCH_ATTRIBUTES } from './search-attributes.ts';

const { IndexedValueType } = proto.temporal.api.enums.v1;
const TYPES = {
  INT: IndexedValueType.INDEXED_VALUE_TYPE_INT,
  KEYWORD: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD,
  KEYWORD_LIST: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD_LIST,
  DATETIME: IndexedValueType.INDEXED_VALUE_TYPE_DATETIME,
};

/**
 * Registers the attributes that the namespace lacks. May be repeated, and by several processes at once.
 *
 * @throws where Temporal does not know each of them yet: its caches take some seconds
 */
export async function ensureSearchAttributes(connection: Connection, namespace: string): Promise<void> {
  const known = await listKnown(connection, namespace);
  const missing = SEARCH_ATTRIBUTES.filter(({ name }) => !known.has(name));
  if (missing.length > 0) {
    const searchAttributes = Object.fromEntries(missing.map(({ name, type }) => [name, TYPES[type]]));
    await connection.operatorService
      .addSearchAttributes({ namespace, searchAttributes })
      .catch(unless(status.ALREADY_EXISTS));
  }
  // Only a query that uses an attribute proves that it works. The test server answers none.
  const query = SEARCH_ATTRIBUTES.map(({ name }) => `${name} IS NULL`).join(' AND ');
  await connection.workflowService
    .listWorkflowExecutions({ namespace, pageSize: 1, query })
    .catch(unless(status.UNIMPLEMENTED));
}

async function listKnown(connection: Connection, namespace: string): Promise<Set<string>> {
  // The test server can register attributes, but not list them.
  const answer = await connection.operatorService
    .listSearchAttributes({ namespace })
    .catch(unless(status.UNIMPLEMENTED));
  return new Set(Object.keys(answer?.customAttributes ?? {}));
}

function unless(code: status): (error: unknown) => undefined {
  return (error) => {
    if (!isGrpcServiceError(error) || error.code !== code) throw error;
  };
}
