import type { AuditEntry } from '../../accounts/audit/audit-entry.entity.ts';
import { ADMIN_ACTOR } from '../../accounts/audit/record-audit.ts';
import { pageQuery, type PageQuery } from '../../base/http/list-page.ts';
import { listPlatformAudit } from '../../platform/list-platform-audit.ts';
import type { PanelLanguage } from '../../accounts/people/person.entity.ts';
import { describeBrowser } from '../account/describe-browser.ts';
import { actLogsOf, type ActLogs } from '../audit/act-logs.ts';
import { DETAIL_NAMES } from '../audit/detail-names.ts';
import { presentDetails } from '../audit/present-details.ts';
import type { CommonWords } from '../common/common.words.ts';
import { pagerOf } from '../pager.ts';
import { screen, type Act, type Screen } from '../screen.ts';
import { platformAuditWords } from './platform-audit.words.ts';

const words = platformAuditWords;

type AuditQuery = PageQuery & Record<string, unknown>;

/** @param everyAct what there is to be done in the panel: asked for late, as the areas that do it know this one */
export const platformAuditScreens = (everyAct: () => readonly Act[]): Screen[] => [
  screen({
    id: 'platformAudit',
    scope: 'platform',
    path: '/audit',
    section: 'platformAudit',
    words,
    query: pageQuery<AuditQuery>({}),
    show: async ({ deps, input: query, language, w, t, href }) => {
      const page = await listPlatformAudit(deps.em, query);
      const logs = actLogsOf(everyAct(), language);
      return {
        template: 'platform/audit',
        title: w.title,
        data: {
          entries: page.rows.map((entry) => presentEntry(entry, { logs, w, t, language })),
          pager: pagerOf(href('/audit'), { query, page }),
        },
      };
    },
  }),
];

function presentEntry(
  entry: AuditEntry,
  {
    logs,
    w,
    t,
    language,
  }: { logs: ActLogs; w: (typeof words)['en']; t: Pick<CommonWords, 'none' | 'yes' | 'no'>; language: PanelLanguage },
) {
  const { id, personId, actor, action, subject, details, companyId, address, userAgent, createdAt } = entry;
  const browser = userAgent ? (describeBrowser(userAgent) ?? w.unknownBrowser) : null;
  return {
    id,
    who: personId === null && actor === ADMIN_ACTOR.name ? w.command : actor,
    what: logs.get(action) ?? action,
    subject,
    details: presentDetails(details, {
      names: DETAIL_NAMES[language],
      none: t.none,
      sayTruth: (value) => (value ? t.yes : t.no),
    }),
    companyId,
    from: [address, browser].filter(Boolean),
    createdAt,
  };
}
