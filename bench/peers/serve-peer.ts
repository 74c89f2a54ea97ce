import type { FromPeer, PeerName, Peers, ToPeer } from '../support/peer.ts';

/** A peer once it is set up. */
export interface PeerProgram<Name extends PeerName> {
  /** The message of a peer that is ready. */
  ready: Peers[Name]['ready'];
  run?: (run: Peers[Name]['run']) => Promise<Peers[Name]['result']>;
  close: () => Promise<void>;
}

const CLOSE_MS = 5_000;

/**
 * Sets a peer up, says over the channel that it is ready, and from then on answers each request with its result or with
 * what went wrong. It ends by SIGTERM, and when whoever started it has gone.
 */
export async function servePeer<Name extends PeerName>(open: () => Promise<PeerProgram<Name>>): Promise<void> {
  let program: PeerProgram<Name> | undefined;
  let isStopping = false;
  const stop = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), CLOSE_MS);
    await program?.close();
    process.exit(0);
  };
  const end = (): void => void stop().catch(giveUp);
  process.on('SIGTERM', end);
  process.on('disconnect', end);

  try {
    program = await open();
  } catch (error) {
    giveUp(error);
  }
  process.on('message', ({ run }: ToPeer<Name>) => void answer(program, run));
  tell<Name>({ type: 'ready', ready: program.ready });
}

async function answer<Name extends PeerName>(program: PeerProgram<Name>, run: Peers[Name]['run']): Promise<void> {
  try {
    if (!program.run) throw new Error('This peer takes no requests over the channel.');
    tell<Name>({ type: 'result', result: await program.run(run) });
  } catch (error) {
    tell<Name>({ type: 'error', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

/** Nothing is told to one who has gone; the channel's end stops the peer. */
function tell<Name extends PeerName>(message: FromPeer<Name>): void {
  if (process.connected) process.send!(message);
}

function giveUp(error: unknown): never {
  console.error(error);
  process.exit(1);
}
