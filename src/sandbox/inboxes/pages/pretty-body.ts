/** Events are flat and small; what is not is shown as it came, as laying it out could make it far larger. */
const MAX_PRETTY_CHARACTERS = 16_000;
const MAX_DEPTH = 20;
const MAX_SHOWN_CHARACTERS = 20_000;

/** A body for a person's eyes: JSON laid out, anything else as it is; cut where it is very long. */
export function prettyBody(body: string): string {
  const text = layOut(body);
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
}

function layOut(body: string): string {
  if (body.length > MAX_PRETTY_CHARACTERS || depthOf(body) > MAX_DEPTH) return body;
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** At least as deep as it is: brackets in texts count too. */
function depthOf(body: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of body) {
    if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth);
    else if (character === ']' || character === '}') depth--;
  }
  return deepest;
}
