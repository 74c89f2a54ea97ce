/** The test cards that a payer's page of the sandbox offers, by the fate of their charge; its tokeniser knows more. */
export const TEST_CARDS = {
  approved: '4242424242424242',
  refused: '4000000000000002',
  insufficientFunds: '4000000000009995',
  expired: '4000000000000069',
  secondStep: '4000000000003220',
  gatewayTimeout: '4000000000000119',
  disputed: '4000000000000259',
} as const;

export type TestCard = keyof typeof TEST_CARDS;
