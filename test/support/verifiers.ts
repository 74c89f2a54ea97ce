import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { verifyServiceSignature, verifyStandardWebhook } from '../../docs/examples/verify.ts';

/** The request that a receiver is given, and the secret that it knows. */
export interface Given {
  body: string;
  /** By lower-case names. */
  headers: Record<string, string>;
  secret: string;
}

/** The verdict of the documentation's code on each: on X-Service-Signature, and on webhook-signature. */
export type Verifier = (given: Given[]) => [service: boolean, standard: boolean][];

const EXAMPLES = join(import.meta.dirname, '../../docs/examples');

const PYTHON = `
import base64, json, sys
sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
from verify import verify_service_signature, verify_standard_webhook
print(json.dumps([
    [check(base64.b64decode(one["body"]), one["headers"], one["secret"])
     for check in (verify_service_signature, verify_standard_webhook)]
    for one in json.load(sys.stdin)]))
`;
const PHP = `
require $argv[1] . '/verify.php';
echo json_encode(array_map(function ($one) {
    $body = base64_decode($one['body']);
    return [
        verify_service_signature($body, $one['headers'], $one['secret']),
        verify_standard_webhook($body, $one['headers'], $one['secret']),
    ];
}, json_decode(stream_get_contents(STDIN), true)));
`;

export const verifiers: Record<string, Verifier | null> = {
  TypeScript: (given) =>
    given.map(({ body, headers, secret }) => [
      verifyServiceSignature(Buffer.from(body), headers, secret),
      verifyStandardWebhook(Buffer.from(body), headers, secret),
    ]),
  Python: runIn('python3', ['-c', PYTHON, EXAMPLES]),
  PHP: runIn('php', ['-r', PHP, '--', EXAMPLES]),
};

/** Null where the runtime is not on the PATH, or only a name of it. */
function runIn(program: string, args: string[]): Verifier | null {
  if (spawnSync(program, ['--version']).status !== 0) return null;
  return (given) => {
    const input = given.map((one) => ({ ...one, body: Buffer.from(one.body).toString('base64') }));
    const run = spawnSync(program, args, { input: JSON.stringify(input), encoding: 'utf8' });
    if (run.status !== 0) throw new Error(`${program} failed: ${run.stderr}${run.stdout}`);
    return JSON.parse(run.stdout) as [boolean, boolean][];
  };
}
