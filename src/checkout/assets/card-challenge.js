/**
 * Solves the challenge of a store whose cards are being tried: a number whose SHA-256 with the challenge begins with
 * zero bits. A payer waits for a second; somebody who tries a thousand cards waits for as many.
 *
 * @returns the challenge with the number, as the payment sends it along
 */
export async function solveChallenge(base) {
  const answer = await fetch(`${base}/challenge`, { headers: { Accept: 'application/json' } });
  const { challenge, bits } = await answer.json();
  const encoder = new TextEncoder();
  for (let number = 0; ; number += 1) {
    const solution = `${challenge}.${number}`;
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(solution)));
    if (zeroBitsOf(digest) >= bits) return solution;
  }
}

function zeroBitsOf(digest) {
  const first = digest.findIndex((byte) => byte !== 0);
  return first < 0 ? digest.length * 8 : first * 8 + Math.clz32(digest[first]) - 24;
}
