import type Joi from 'joi';
import { recordAudit } from '../accounts/audit/record-audit.ts';
import { ApiError, invalidFields } from '../base/errors/errors.ts';
import { joi } from '../base/http/joi.ts';
import { formFields } from './form-fields.ts';
import type { PanelDeps } from './panel-deps.ts';
import { describeRefusals } from './read-form.ts';
import type { Outcome, RequestOf } from './screen.ts';
import type { AreaWords } from './words.ts';

/** The most rows that one form names; a page of a list has fewer. */
const MOST = 100;

/** The ticked rows of a list. */
export const tickedRows = (): Joi.ArraySchema =>
  joi.array().items(formFields.id()).single().unique().max(MOST).default([]);

interface Several {
  ids: readonly number[];
  /** The id of the act that does the same to one row: the audit log has a line of it for each. */
  action: string;
  /** The kind of the rows in the audit log: `invoice`. */
  of: string;
  /** The list, and what a row is called on the page that names the refused ones. */
  list: string;
  name: (id: number) => string;
  page: (id: number) => string;
  work: (deps: PanelDeps, id: number) => Promise<Record<string, unknown> | void>;
}

/**
 * Does the same to several rows, in a transaction each with its line in the audit log: a row that is refused keeps no
 * other back. The reader is led to the list, or to a page that says why which rows were refused.
 */
export async function doSeveral<W extends AreaWords>(
  request: RequestOf<'store', W, unknown>,
  { ids, action, of, list, name, page, work }: Several,
): Promise<Outcome> {
  if (ids.length === 0) throw invalidFields([{ field: '', code: 'rows.none', message: 'No row is ticked.' }]);
  const { deps, store, me, from, language, w, t } = request;
  const actor = { ...from, personId: me.person.id, name: me.person.email };
  const refused: { name: string; href: string; text: string }[] = [];
  for (const id of ids) {
    try {
      await deps.transact(store, async (em) => {
        const details = (await work({ ...deps, em }, id)) ?? {};
        recordAudit(em, actor, { action, ...store, subject: `${of} ${id}`, details });
        await em.flush();
      });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      const { code, message } = error;
      const [problem] = describeRefusals([{ field: '', code, message }], language, w.problems);
      refused.push({ name: name(id), href: page(id), text: problem!.text });
    }
  }
  if (refused.length === 0) return { goTo: list };
  const done = t.several.done(ids.length - refused.length, ids.length);
  return { show: { template: 'common/several', title: t.several.title, data: { done, refused, list } } };
}
