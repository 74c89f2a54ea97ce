/** Terms as the Central Bank's `CobVValor` has them. */
export interface CobvTerms {
  multa?: { modalidade: number; valorPerc: string };
  juros?: { modalidade: number; valorPerc: string };
  desconto?: { modalidade: number; descontoDataFixa?: { data: string; valorPerc: string }[] };
}

/** The amounts as the Central Bank's `CobVPayloadValor` has them: reais with two decimals. */
export interface CobvAmounts {
  original: string;
  multa?: string;
  juros?: string;
  desconto?: string;
  final: string;
}

/**
 * The amount that a paying bank asks for on a day, by the Central Bank's words, and by nothing of ours: in
 * ten-thousandths of a cent, rounded once, half a cent up.
 */
export function amountOn(
  day: string,
  { original, multa, juros, desconto, due }: { original: string; due: string } & CobvTerms,
): CobvAmounts {
  const principal = unitsOf(original);
  const daysLate = Math.max(0, (Date.parse(day) - Date.parse(due)) / 86_400_000);
  const discount = (desconto?.descontoDataFixa ?? []).find(({ data }) => day <= data);
  const less = discount ? unitsOf(discount.valorPerc) : 0n;
  const fine =
    !multa || daysLate === 0
      ? 0n
      : multa.modalidade === 1
        ? unitsOf(multa.valorPerc)
        : percentOf(principal, multa.valorPerc);
  const interest = juros && daysLate > 0 ? interestOf(principal, juros, BigInt(daysLate)) : 0n;
  const [fineCents, interestCents] = [toCents(fine), toCents(interest)];
  const final = principal / 10_000n - less / 10_000n + fineCents + interestCents;
  return {
    original,
    ...(fineCents > 0n ? { multa: write(fineCents) } : {}),
    ...(interestCents > 0n ? { juros: write(interestCents) } : {}),
    ...(less > 0n ? { desconto: write(less / 10_000n) } : {}),
    final: write(final),
  };
}

function interestOf(
  principal: bigint,
  { modalidade, valorPerc }: { modalidade: number; valorPerc: string },
  days: bigint,
): bigint {
  switch (modalidade) {
    case 1:
      return unitsOf(valorPerc) * days;
    case 2:
      return percentOf(principal, valorPerc) * days;
    case 3:
      // A commercial month has thirty days.
      return (percentOf(principal, valorPerc) * days) / 30n;
    default:
      throw new Error(`This bank knows no interest of kind ${modalidade}.`);
  }
}

/** Ten-thousandths of a cent. */
function unitsOf(valor: string): bigint {
  return BigInt(valor.replace('.', '')) * 10_000n;
}

function percentOf(principal: bigint, percent: string): bigint {
  return (principal * BigInt(percent.replace('.', ''))) / 10_000n;
}

function toCents(units: bigint): bigint {
  return (units + 5_000n) / 10_000n;
}

function write(cents: bigint): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
