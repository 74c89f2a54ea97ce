/** Something the person at the terminal can mend: its message is shown as it is, without a stack. */
export class Refusal extends Error {}
