import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { exitProcess } from '../../../src/base/exit-process.ts';
import { attack, type Orders } from './attacks.ts';

// The program that attacks, which `attackers.ts` starts. The verdict is about the cost of an attack to the API, and on
// two processors the attack itself is not to take the time that honest clients and the platform need.
const NICE = 10;
setPriority(NICE);
try {
  // Linux weighs sessions first where it has such groups, and this is one.
  writeFileSync('/proc/self/autogroup', String(NICE));
} catch {
  // It has none.
}
process.once('disconnect', () => exitProcess(0));
process.on('message', ({ id, orders }: { id: number; orders: Orders }) => {
  void attack(orders).then(
    (reports) => process.send!({ id, reports }),
    (error: unknown) => process.send!({ id, failure: String(error) }),
  );
});
