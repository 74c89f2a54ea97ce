import { defineEntity, p } from '@mikro-orm/postgresql';
import { Person } from '../accounts/people/person.entity.ts';

/** A form that was submitted: pressed twice, it acts once. Written with what it changed; forgotten after a day. */
export const PanelSubmissionSchema = defineEntity({
  name: 'PanelSubmission',
  tableName: 'panel_submissions',
  properties: {
    /** The key that the form was given when it was shown. */
    key: p.text().primary(),
    personId: () => p.manyToOne(Person).mapToPk().fieldName('person_id').index(),
    createdAt: p.datetime(3).index(),
  },
});

export class PanelSubmission extends PanelSubmissionSchema.class {}
PanelSubmissionSchema.setClass(PanelSubmission);
