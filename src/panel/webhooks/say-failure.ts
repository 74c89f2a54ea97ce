import type { PanelLanguage } from '../../accounts/people/person.entity.ts';

/**
 * The failures of deliveries in Portuguese. The record has them in English, as the API answers them: the sentences of
 * `explain-failure.ts`, of the check of a URL, and of an attempt that was cut off.
 */
const PORTUGUESE: readonly [RegExp, string][] = [
  [/^answered (\d+): redirects are not followed$/, 'respondeu $1: redirecionamentos não são seguidos'],
  [/^answered (\d+): it is gone$/, 'respondeu $1: não existe mais'],
  [/^answered (\d+)$/, 'respondeu $1'],
  [/^answered without end$/, 'respondeu sem fim'],
  [/^answered with headers that are too large$/, 'respondeu com cabeçalhos grandes demais'],
  [/^did not answer in HTTP\/1\.1$/, 'não respondeu em HTTP/1.1'],
  [/^did not answer within ([\d.]+) s$/, 'não respondeu em $1 s'],
  [/^closed the connection before it answered$/, 'fechou a conexão antes de responder'],
  [/^refused the connection$/, 'recusou a conexão'],
  [/^cannot be reached from here$/, 'não pode ser alcançado daqui'],
  [/^has a host name that does not exist$/, 'tem um nome de host que não existe'],
  [/^has a host name that could not be looked up$/, 'tem um nome de host que não pôde ser consultado'],
  [
    /^has a certificate that no known authority vouches for$/,
    'tem um certificado que nenhuma autoridade conhecida garante',
  ],
  [/^has a certificate that has expired$/, 'tem um certificado vencido'],
  [/^has a certificate that is not valid yet$/, 'tem um certificado que ainda não vale'],
  [/^has a certificate of another host name$/, 'tem um certificado de outro nome de host'],
  [/^does not speak TLS as it should$/, 'não fala TLS como devia'],
  [/^could not be reached: (.*)$/, 'não foi alcançado: $1'],
  [/^was not called: the address (\S+) is not a public one$/, 'não foi chamado: o endereço $1 não é público'],
  [/^was not called: (.*)$/, 'não foi chamado: a URL não pode ser chamada ($1)'],
  [
    /^The attempt was cut off before its end was seen; .*$/,
    'a tentativa foi interrompida; não se sabe se o evento chegou',
  ],
];

/** Says in the reader's language why a receiver did not take an event; a failure without words stays as it is. */
export function sayFailure(error: string, language: PanelLanguage): string {
  if (language === 'en') return error;
  for (const [pattern, text] of PORTUGUESE) if (pattern.test(error)) return error.replace(pattern, text);
  return error;
}
