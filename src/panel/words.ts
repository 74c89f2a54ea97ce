import type { PanelLanguage } from '../accounts/people/person.entity.ts';

/** The names of an act where it was done: to the person who did it, and in the audit log. */
export interface ActWords {
  /** `The invoice is canceled.` */
  done: string;
  /** `Canceled an invoice`, as the audit log has it. */
  log: string;
}

/** The words of an area of the panel. `acts` has one entry for each act, by its id. */
export interface AreaWords {
  acts: Record<string, ActWords>;
  /** The meaning here of a refusal by the record, by its code; else its own English words are shown. */
  problems?: Record<string, string>;
}

export type Words<W extends AreaWords> = Readonly<Record<PanelLanguage, W>>;

/** The words of an area in both languages, which must have the same shape. */
export function words<W extends AreaWords>(languages: { pt: W; en: NoInfer<W> }): Words<W> {
  return languages;
}
