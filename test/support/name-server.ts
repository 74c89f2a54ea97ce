import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/**
 * A name server on loopback: names that it knows have one IPv4 address, null is never answered, the others do not
 * exist.
 */
export async function startNameServer(
  names: Record<string, string | null>,
): Promise<{ address: string; close(): Promise<void> }> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readName(query);
    const known = names[name];
    if (known === null) return;
    const isIPv4 = query.readUInt16BE(end) === 1;
    const answers = known !== undefined && isIPv4 ? [answerOf(known)] : [];
    const header = Buffer.from(query.subarray(0, 12));
    // An answer, recursion available; NXDOMAIN for what is not known.
    header.writeUInt16BE(0x8180 | (known === undefined ? 3 : 0), 2);
    for (const [offset, count] of [1, answers.length, 0, 0].entries()) header.writeUInt16BE(count, 4 + 2 * offset);
    socket.send(Buffer.concat([header, query.subarray(12, end + 4), ...answers]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length).toLowerCase());
    at += 1 + length;
  }
  return { name: labels.join('.'), end: at + 1 };
}

/** The name of the question, class IN, no time to live. */
function answerOf(address: string): Buffer {
  return Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]);
}
