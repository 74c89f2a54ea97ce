import type { Readable } from 'node:stream';
import type { ObjectSchema } from 'joi';
import { joi } from '../base/http/joi.ts';
import type { Company } from '../accounts/companies/company.entity.ts';
import type { Store } from '../base/environment.ts';
import type { PanelDeps } from './panel-deps.ts';
import type { PanelLanguage } from '../accounts/people/person.entity.ts';
import type { Permission, Role } from '../accounts/people/roles.ts';
import type { SignedIn } from '../accounts/people/sessions.ts';
import type { SignInOrigin } from '../accounts/people/sign-in.ts';
import type { CommonWords } from './common/common.words.ts';
import type { Formats } from './formats.ts';
import type { Section } from './sections.ts';
import type { FieldProblem, FormValues } from './read-form.ts';
import type { AreaWords, Words } from './words.ts';

/**
 * The readers of a page, and the beginning of its address. `open`: anybody, `/panel`; `person`: anybody who is signed
 * in, `/panel`; `store`: members of the store, `/panel/stores/{company}/{environment}`; `platform`: operators of the
 * platform, `/panel/platform`.
 */
export type Scope = 'open' | 'person' | 'store' | 'platform';

interface OpenRequest<W, Input> {
  /** `deps.em` is the request's transaction; of a screen that streams, it is none. */
  deps: PanelDeps;
  /** The area's words, and those of every area. */
  w: W;
  t: CommonWords;
  f: Formats;
  language: PanelLanguage;
  /** Real time. */
  now: Date;
  from: SignInOrigin;
  /** The token of the session; null where nobody is signed in. */
  sessionToken: string | null;
  /** The `{id}` of the path; 0 where it has none. */
  id: number;
  /** The `{token}` of the path. */
  token: string;
  /** A screen's query, an act's form. */
  input: Input;
  /** The text that was typed into the filters of an address, and its problems. */
  asked: { values: FormValues; problems: FieldProblem[] };
  /** The address of a page of the same scope, from its path: `/invoices` of this store and environment. */
  href: (path: string) => string;
}

interface PersonRequest<W, Input> extends OpenRequest<W, Input> {
  me: SignedIn;
}

interface StoreRequest<W, Input> extends PersonRequest<W, Input> {
  store: Store;
  company: Company;
  role: Role;
  can: (permission: Permission) => boolean;
}

export type RequestOf<S extends Scope, W, Input> = S extends 'open'
  ? OpenRequest<W, Input>
  : S extends 'store'
    ? StoreRequest<W, Input>
    : PersonRequest<W, Input>;

/** A page, as a template below `src/panel` renders it: `invoices/list` is `invoices/list.eta`. */
export interface PageView {
  template: string;
  title: string;
  data: object;
  status?: number;
  /** Origins of others at which its forms may end: browsers follow a form to nowhere else. */
  formsLeadTo?: string[];
}

/** Bytes of something else than a page. */
export interface FileView {
  type: string;
  body: Buffer | string | Readable;
  /** Given, the browser keeps it under this name. */
  downloadAs?: string;
}

/** A page that the panel itself does not lay out: the preview of a checkout, in a frame of ours. */
export interface FramedView {
  render(options: { nonce: string }): string;
}

export interface Redirect {
  redirectTo: string;
}

export type View = PageView | FileView | FramedView | Redirect;

interface Common<S extends Scope, W extends AreaWords> {
  /** Unique in the panel; of an act, also its name in the audit log. */
  id: string;
  scope: S;
  /** Below the scope's beginning; may have one `{id}` or `{token}`. */
  path: string;
  words: Words<W>;
  /** The permission that a member needs; only of the scope `store`. */
  needs?: Permission;
  /** The resource whose id is `{id}`; names the 404. */
  resource?: string | undefined;
  /** Open to a person whose second factor is awaited. */
  whilePending?: boolean;
  /** Open to a person who must set up a second factor first: where that is done. */
  withoutFactor?: boolean;
}

/** A page of the panel. */
export interface Screen<S extends Scope = Scope, W extends AreaWords = AreaWords, Query = unknown> extends Common<
  S,
  W
> {
  section?: Section;
  query?: ObjectSchema<Query>;
  /** The content outlives the transaction: the screen gets none, and makes its own. */
  streams?: boolean;
  show(request: RequestOf<S, W, Query>): Promise<View>;
}

/** The outcome of an act. */
export interface Outcome {
  /** Where the browser goes next, where a line says what was done. */
  goTo?: string;
  /** Instead: a page that can be shown only now, such as one with a new token. */
  show?: PageView;
  /** Instead: a file, which is read once the transaction is over. */
  download?: FileView;
  /** For the audit log: `invoice 12`, and what was changed. Never a secret, never a payer's data. */
  subject?: string;
  /** Set for an act of the platform: the store that it was done to, whose own log has it too. */
  companyId?: number;
  details?: Record<string, unknown>;
  /** A session begins in this browser, or ends. */
  session?: { token: string } | 'ended';
}

/** An act in the panel: a form, its one transaction, and its line in the audit log. */
export interface Act<S extends Scope = Scope, W extends AreaWords = AreaWords, Form = unknown> extends Common<S, W> {
  form: ObjectSchema<Form>;
  /** The screen that has the form, and is shown again with the typed values when the act is refused. */
  screen: Screen;
  /** Where a form leads that was sent twice; to its screen unless given. */
  leadsTo?: Screen;
  /** Given: the file of this field is sent along. */
  file?: { field: string; maxBytes: number };
  /** The use case writes its own line in the audit log. */
  auditsItself?: boolean;
  /** The act makes its own transactions, as it must count what it refuses. */
  withoutTransaction?: boolean;
  /** The changed fields are shared by both environments of their store. */
  ofBothEnvironments?: boolean;
  /**
   * The person proves the second factor, if there is one, unless that was done in the last ten minutes, before
   * the act goes on.
   */
  stepsUp?(request: RequestOf<S, W, Form>): boolean;
  /** A person without a second factor gives the password instead, unless that was done in the last ten minutes. */
  addsFactor?: boolean;
  /** The act may be done in a store that is suspended. */
  whileSuspended?: boolean;
  run(request: RequestOf<S, W, Form> & { file: Buffer | null }): Promise<Outcome>;
}

/** Declares a screen; the types of its request follow from scope, words and schema. */
export function screen<S extends Scope, W extends AreaWords, Query = unknown>(declared: Screen<S, W, Query>): Screen {
  return declared;
}

/** Declares an act. Without its own, its form has no fields, and its `{id}` names the resource of its screen. */
export function act<S extends Scope, W extends AreaWords, Form = unknown>(
  declared: Omit<Act<S, W, Form>, 'form'> & { form?: ObjectSchema<Form> },
): Act {
  return { form: joi.object({}), resource: declared.screen.resource, ...declared };
}
