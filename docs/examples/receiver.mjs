// A webhook receiver that trusts nobody: it verifies each signature before it believes the body.
//   WEBHOOK_SECRET=whsec_… node docs/examples/receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.WEBHOOK_SECRET;
const port = Number(process.env.RECEIVER_PORT ?? 4000);
if (!secret) {
  console.error('Set WEBHOOK_SECRET to the secret that POST /webhooks answered with.');
  process.exit(1);
}

/** @param rawBody the bytes as they came, before any parser has touched them */
function isFromFatura(rawBody, header = '') {
  const expected = Buffer.from('sha256=' + createHmac('sha256', secret).update(rawBody).digest('hex'));
  const given = Buffer.from(header);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const rawBody = Buffer.concat(chunks);
  if (!isFromFatura(rawBody, request.headers['x-service-signature'])) {
    console.log(
      `signature does NOT verify: ${request.headers['webhook-id']} was signed with another secret, or changed`,
    );
    return response.writeHead(401).end();
  }
  const { event, sequence, data } = JSON.parse(rawBody);
  console.log(`signature verifies: ${event} (${sequence}), invoice ${data.invoice_id} is ${data.status}`);
  response.writeHead(204).end();
});
server.on('error', (error) => {
  console.error(`The receiver cannot listen on port ${port} (${error.code}): is an older one still running?`);
  process.exit(1);
});
server.listen(port, '127.0.0.1', () => console.log(`receiver listens on http://127.0.0.1:${port}`));
