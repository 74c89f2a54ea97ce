/** A bank as a boleto names it. */
export interface Bank {
  /** `341-7`: the code in the clearing system (COMPE) and its check digit. */
  code: string;
  name: string;
}

/**
 * The bank of a boleto's barcode, or of its three-digit code.
 *
 * The check digit is modulo 11, weights 2 to 4 from the right. Where 11 minus the remainder is 10, banks disagree: most
 * print 0 (Caixa, 104-0), Sicredi an X (748-X). A bank that is not in the table is called by its code.
 *
 * @throws RangeError when it does not begin with three digits
 */
export function bankOf(barcode: string): Bank {
  const code = /^\d{3}/.exec(barcode)?.[0];
  if (code === undefined) throw new RangeError("A bank's code is three digits");
  const total = Number(code[2]) * 2 + Number(code[1]) * 3 + Number(code[0]) * 4;
  const result = 11 - (total % 11);
  const digit = result < 10 ? String(result) : code === '748' ? 'X' : '0';
  return { code: `${code}-${digit}`, name: NAMES[code] ?? `Banco ${code}` };
}

/** Banks whose boletos are common, by code (Central Bank of Brazil, *Participantes do STR*), and the sandbox's. */
const NAMES: Readonly<Record<string, string>> = {
  '001': 'Banco do Brasil',
  '033': 'Santander',
  '041': 'Banrisul',
  '070': 'BRB',
  '077': 'Banco Inter',
  '085': 'Ailos',
  '104': 'Caixa',
  '208': 'BTG Pactual',
  '212': 'Banco Original',
  '237': 'Bradesco',
  '260': 'Nu Pagamentos',
  '323': 'Mercado Pago',
  '336': 'Banco C6',
  '341': 'Itaú',
  '403': 'Cora',
  '422': 'Safra',
  '461': 'Asaas',
  '748': 'Sicredi',
  '756': 'Sicoob',
  '999': 'Banco de testes',
};
