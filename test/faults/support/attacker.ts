import { exitProcess } from '../../../src/base/exit-process.ts';
import { yieldProcessors } from '../../../src/base/yield-processors.ts';
import { attack, type Orders } from './attacks.ts';

// The program that attacks, which `attackers.ts` starts. The verdict is about the cost of an attack to the API, and on
// two processors the attack itself is not to take the time that honest clients and the platform need.
yieldProcessors();
process.once('disconnect', () => exitProcess(0));
process.on('message', ({ id, orders }: { id: number; orders: Orders }) => {
  void attack(orders).then(
    (reports) => process.send!({ id, reports }),
    (error: unknown) => process.send!({ id, failure: String(error) }),
  );
});
