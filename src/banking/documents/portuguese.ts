import { formatDecimal, type Cents } from '../../base/money/money.ts';

/**
 * An amount as Brazil writes it: 123456 is `R$ 1.234,56`, with a no-break space.
 *
 * @throws RangeError as `formatDecimal` does
 */
export function formatReais(cents: Cents): string {
  const [whole = '', fraction = ''] = formatDecimal(cents).split('.');
  return `R$\u00a0${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${fraction}`;
}

/** A calendar date, `2026-03-09`, as `09/03/2026`. */
export function formatDate(date: string): string {
  return date.split('-').reverse().join('/');
}

/** Millionths as a percentage with the decimals it has: 20000 is `2%`, 333 is `0,0333%`. */
export function formatPercentage(ppm: number): string {
  return `${String(ppm / 10_000).replace('.', ',')}%`;
}

/** `CPF 111.444.777-35` or `CNPJ 12.ABC.345/01DE-35`; what has neither length stays as it is. */
export function formatDocument(document: string): string {
  const cpf = /^(\d{3})(\d{3})(\d{3})(\d{2})$/.exec(document);
  if (cpf) return `CPF ${cpf[1]}.${cpf[2]}.${cpf[3]}-${cpf[4]}`;
  const cnpj = /^(\w{2})(\w{3})(\w{3})(\w{4})(\d{2})$/.exec(document);
  return cnpj ? `CNPJ ${cnpj[1]}.${cnpj[2]}.${cnpj[3]}/${cnpj[4]}-${cnpj[5]}` : document;
}

/** As banks show it to strangers: a CPF as `CPF ***.444.777-**`, and a CNPJ, which is public, whole. */
export function publicDocument(document: string): string {
  return formatDocument(document).replace(/^CPF \d{3}(\.\d{3}\.\d{3})-\d{2}$/, 'CPF ***$1-**');
}

/** `111.444.777-35`: a CPF or CNPJ as people type it. */
export function plainDocument(document: string): string {
  return formatDocument(document).replace(/^CPF |^CNPJ /, '');
}

/** Eight digits of a CEP as `01310-100`. */
export function formatZipCode(zipCode: string): string {
  return zipCode.replace(/^(\d{5})(\d{3})$/, '$1-$2');
}
