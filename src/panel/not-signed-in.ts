/** Nobody is signed in; whoever reads is asked to, and comes back. */
export class NotSignedIn extends Error {
  override name = 'NotSignedIn';
}

/** The password was given; the second factor is asked for, and the reader comes back. */
export class FactorAwaited extends Error {
  override name = 'FactorAwaited';
}

/** The place asks for a second factor, and the person has none: they set one up first. */
export class FactorMissing extends Error {
  override name = 'FactorMissing';
}
