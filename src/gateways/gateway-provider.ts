import type { Store } from '../base/environment.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FieldError } from '../base/errors/errors.ts';
import type { PaymentMethod } from '../banking/payment-method.ts';
import type { ChargeTerms, Payer, PaymentGateway, RawCallback } from './payment-gateway.ts';

/** Words of the store's people, in the languages of the panel. */
export type Words = Readonly<Record<'pt' | 'en', string>>;

/** A setting that a store gives so that its gateway can be used. */
export interface GatewaySetting {
  name: string;
  label: Words;
  hint: Words;
  /** Encrypted, never shown again but for its last four characters. */
  isSecret: boolean;
  isRequired: boolean;
  /** Several lines, as a certificate has them. */
  isText?: true;
  /** Makes the value when the account is set for the first time: nobody types it. */
  make?: () => string;
}

export type GatewaySettings = Readonly<Record<string, string>>;

/** The facts that a gateway told of an account when its settings were checked. */
export interface GatewayAccountInfo {
  /** The id of the account, at the gateway. */
  accountId: string;
  /** As its owner knows it. */
  displayName: string;
  /** The methods that it can collect by now. */
  methods: PaymentMethod[];
  /** When the access ends by itself, as a certificate does. */
  accessEndsAt?: Date;
  /** The text by which a payer finds a payment on the card's statement; absent: the gateway does not tell. */
  statementText?: string;
}

/** The account of a store, with its secrets in the clear: not for keeping. */
export interface OpenAccount {
  store: Store;
  /** The mark that tells this Fatura's charges from another's in the same account. */
  installation: string;
  accountId: string;
  settings: GatewaySettings;
}

/** A kind of gateway that stores can have an account with. Each store's own `PaymentGateway` is opened by it. */
export interface GatewayProvider {
  /** In paths and rows: `[a-z]+`. */
  readonly name: string;
  /** As people know it. */
  readonly title: string;
  /** The methods that it can collect by. A store uses it for some of them, or for all. */
  readonly methods: readonly PaymentMethod[];
  readonly settings: readonly GatewaySetting[];
  /** The events about which the store has the gateway call back, in the gateway's own names. */
  readonly callbackEvents: readonly string[];
  /**
   * Holds settings against their form, and then against the gateway itself, with a call.
   *
   * @returns what is wrong, by setting, or what the gateway says of the account
   * @throws GatewayUnavailableError where it cannot be asked
   */
  check(input: { store: Store; settings: GatewaySettings }): Promise<FieldError[] | GatewayAccountInfo>;
  open(em: EntityManager, account: OpenAccount): PaymentGateway | Promise<PaymentGateway>;
  /**
   * Whether a callback carries a proof of its sender, true or false: one that does not is refused before its body is
   * read.
   */
  carriesProof(callback: CallbackHead): boolean;
  /** Names the missing data of a charge, by field of the invoice or its customer, before anything is written. */
  problemsOf(charge: {
    method: PaymentMethod;
    amountCents: number;
    /** Set where it falls due: the day, and the calendar days from today to it. */
    due: { date: string; inDays: number } | null;
    terms: Pick<ChargeTerms, 'discount' | 'fine' | 'interest'>;
    payer: Payer;
  }): FieldError[];
  /**
   * The way in which a payer's browser makes a card token; `settings` without the secrets. Absent: it takes no cards.
   */
  cardEntry?(account: { settings: GatewaySettings }): CardEntry;
  /** Whether an account makes debits that a payer agreed to once; `settings` without the secrets. Absent: none does. */
  takesMandates?(account: { settings: GatewaySettings }): boolean;
}

/** All of a callback but its body. */
export type CallbackHead = Omit<RawCallback, 'body'>;

/** The parts that the checkout needs so that a card's number goes from the payer to the gateway, and not through us. */
export interface CardEntry {
  /** A module that exports `mount` (a field of the gateway's own) or `tokenise` (of the plain fields). */
  tokeniser: CardAsset;
  /** Public words for it: a publishable key. */
  options: Readonly<Record<string, string>>;
  /** Whether the gateway brings fields of its own, and no plain ones are drawn. */
  hasOwnFields: boolean;
  /** The brands of cards that it takes, as `visa`. */
  brands: readonly string[];
  /** Origins that the page may load from, beside its own. */
  origins: { scripts: string[]; frames: string[]; connections: string[] };
}

export interface CardAsset {
  name: string;
  path: string;
}
