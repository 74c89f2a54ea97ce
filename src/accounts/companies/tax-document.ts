import { cnpj, cpf } from 'cpf-cnpj-validator';

/** CPF `111.444.777-35`; CNPJ `12.ABC.345/01DE-35`, with letters since July 2026; with or without punctuation. */
const WRITTEN =
  /^(\d{3}\.?\d{3}\.?\d{3}-?\d{2}|[0-9A-Za-z]{2}\.?[0-9A-Za-z]{3}\.?[0-9A-Za-z]{3}\/?[0-9A-Za-z]{4}-?\d{2})$/;

/** A CPF or CNPJ without punctuation, in capitals; null for what is neither, or has wrong check digits. */
export function readTaxDocument(text: string): string | null {
  // The library passes over characters that are none of the document's, so the whole of it is looked at here.
  if (!WRITTEN.test(text)) return null;
  const plain = text.replace(/[.\-/]/g, '').toUpperCase();
  return cpf.isValid(plain) || cnpj.isValid(plain) ? plain : null;
}

/** With its punctuation, as people write it. */
export function writeTaxDocument(plain: string): string {
  return plain.length === 11 ? cpf.format(plain) : cnpj.format(plain);
}
