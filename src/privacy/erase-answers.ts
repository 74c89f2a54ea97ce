import { LockMode, raw, type EntityManager } from '@mikro-orm/postgresql';
import type { SecretBox } from '../base/crypto/secret-box.ts';
import { answerContext } from '../base/http/idempotency/answer-context.ts';
import { IdempotencyKey } from '../base/http/idempotency/idempotency-key.entity.ts';
import { withoutPerson } from './without-person.ts';

const BATCH = 200;

/**
 * Clears the answers that are kept for idempotency keys of a customer's requests. The keys stay until their day is
 * over: a request that comes again must not be done again. A repeated request then gets the first answer, without the
 * person.
 */
export async function eraseAnswers(
  tx: EntityManager,
  secrets: SecretBox,
  { customerId }: { customerId: number },
): Promise<void> {
  for (let after = 0; ;) {
    const answers = await tx.find(
      IdempotencyKey,
      // An answer that has run out, by the clock that it was kept by, may be taken by another request now, and is
      // forgotten soon.
      { customerId, id: { $gt: after }, expiresAt: { $gt: raw('now()') } },
      { orderBy: { id: 'asc' }, limit: BATCH, lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    for (const answer of answers) {
      const context = answerContext({ store: answer, route: answer.route, key: answer.key });
      const body = JSON.parse(secrets.open(answer.body, context)) as string | null;
      const cleared = body && JSON.stringify(withoutPerson(JSON.parse(body), customerId));
      answer.body = secrets.seal(JSON.stringify(cleared), context);
    }
    await tx.flush();
    if (answers.length < BATCH) return;
    after = answers.at(-1)!.id;
    tx.clear();
  }
}
