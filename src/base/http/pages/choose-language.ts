/**
 * The language that a browser likes best, of those that there are (RFC 9110, 12.5.4): `es-419;q=0.9` asks for Spanish.
 * Where two are liked alike, the first wins; where none is liked, the first that there is.
 */
export function chooseLanguage<Language extends string>(
  acceptLanguage: string | undefined,
  languages: readonly [Language, ...Language[]],
): Language {
  let best: { language: Language; weight: number } | null = null;
  for (const range of (acceptLanguage ?? '').slice(0, 1_000).split(',')) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const language = languages.find((known) => known === tag.split('-')[0]);
    if (!language) continue;
    const weight = readWeight(parameters);
    if (weight > 0 && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language ?? languages[0];
}

function readWeight(parameters: string[]): number {
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return weight === undefined ? 1 : Number(weight.slice(2)) || 0;
}
