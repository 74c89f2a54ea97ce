import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** A mail as its receiver has it. */
export interface ReceivedMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** By lower-case name. */
  headers: Record<string, string>;
  /** By the clock of the server. */
  at: Date;
}

/** A fault that a mail meets instead of being taken. */
export type MailFault =
  /** Answers with a code: to the address, or to the mail itself. */
  | { at: 'rcpt'; code: number }
  | { at: 'data'; code: number }
  /** Ends the connection: before it hears of the mail, or when it has all of it, taken or not. */
  | { at: 'mail' }
  | { at: 'end'; isTaken: boolean };

export interface MailServer {
  /** For `SMTP_URL`. */
  url: string;
  mails: ReceivedMail[];
  /** The next mails meet these faults, in order. */
  failNext(...faults: MailFault[]): void;
  /** While it is, no connection gets further than its first line. */
  isAway: boolean;
  stop(): Promise<void>;
}

/** A real mail server on loopback, which keeps what it takes. */
export async function startMailServer({
  now = () => Promise.resolve(new Date()),
  takesMs = () => 0,
}: {
  now?: () => Promise<Date>;
  /** For so long it thinks before it takes a mail, and again before it says so. */
  takesMs?: () => number;
} = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const faults: MailFault[] = [];
  const take = async (session: SMTPServerSession, raw: Buffer): Promise<void> => {
    const email = await PostalMime.parse(raw);
    const to = session.envelope.rcptTo.map(({ address }) => address).join();
    mails.push(toMail(email, { to, at: await now() }));
  };
  const state = { isAway: false };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, callback) {
      if (state.isAway) callback(refusal(421));
      else callback();
    },
    onMailFrom(_address, session, callback) {
      if (faults[0]?.at !== 'mail') return callback();
      faults.shift();
      hangUp(session);
    },
    onRcptTo({ address }, _session, callback) {
      const fault = faults[0];
      if (fault?.at !== 'rcpt') return callback();
      faults.shift();
      callback(refusal(fault.code, address));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks);
        const fault = faults[0];
        if (fault?.at !== 'data' && fault?.at !== 'end') {
          void pause(takesMs())
            .then(() => take(session, raw))
            .then(() => pause(takesMs()))
            .then(() => callback(), callback);
          return;
        }
        faults.shift();
        if (fault.at === 'data') {
          callback(refusal(fault.code));
          return;
        }
        void (fault.isTaken ? take(session, raw) : Promise.resolve()).then(() => hangUp(session));
      });
    },
  });
  // The library keeps its connections, and gives nobody their sockets.
  const known = (server as unknown as { connections: Set<{ id: string; _socket: { destroy(): void } }> }).connections;
  const hangUp = ({ id }: SMTPServerSession): void => [...known].find((one) => one.id === id)?._socket.destroy();
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    failNext: (...next) => void faults.push(...next),
    get isAway() {
      return state.isAway;
    },
    set isAway(isAway) {
      state.isAway = isAway;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A mail server quotes the address that it refuses. */
function refusal(code: number, address = ''): Error {
  return Object.assign(new Error(`<${address}> is refused with ${code}`), { responseCode: code });
}

function toMail(email: Email, { to, at }: { to: string; at: Date }): ReceivedMail {
  return {
    ...{ to, at, subject: email.subject ?? '', text: email.text ?? '', html: email.html ?? '' },
    headers: Object.fromEntries(email.headers.map(({ key, value }) => [key, value])),
  };
}
