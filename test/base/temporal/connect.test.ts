import { Server, ServerCredentials, status, type sendUnaryData } from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openTemporalClient } from '../../../src/base/temporal/connect.ts';

/** A Temporal that takes nothing, and counts what it is asked. */
const server = new Server();
let asked = 0;
let address = '';

beforeAll(async () => {
  const bytes = (value: Buffer) => value;
  server.addService(
    {
      signal: {
        path: '/temporal.api.workflowservice.v1.WorkflowService/SignalWorkflowExecution',
        requestStream: false,
        responseStream: false,
        requestSerialize: bytes,
        requestDeserialize: bytes,
        responseSerialize: bytes,
        responseDeserialize: bytes,
      },
    },
    {
      signal: (_: unknown, answer: sendUnaryData<Buffer>) => {
        asked += 1;
        answer({ code: status.UNAVAILABLE, details: 'not now' });
      },
    },
  );
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  address = `127.0.0.1:${port}`;
});
afterAll(() => server.forceShutdown());

test('a call that Temporal does not take fails at once, and is not tried again behind the caller’s back', async () => {
  const client = openTemporalClient({ address, namespace: 'default' });
  await expect(client.workflow.getHandle('invoice-1').signal('recordChanged')).rejects.toThrow(/signal/i);
  await client.connection.close();
  expect(asked).toBe(1);
});
