/** Nobody is signed in; whoever reads is asked to, and comes back. */
export class NotSignedIn extends Error {
  override name = 'NotSignedIn';
}
