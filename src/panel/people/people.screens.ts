import { conflict } from '../../base/errors/errors.ts';
import type { PanelDeps } from '../panel-deps.ts';
import { joi } from '../../base/http/joi.ts';
import { findInvitation, takeBackInvitation } from '../../accounts/people/invitations.ts';
import { invitePerson } from '../../accounts/people/invite-person.ts';
import { findMember, listInvitations, listMembers, removeMember, setRole } from '../../accounts/people/members.ts';
import type { Person } from '../../accounts/people/person.entity.ts';
import { ROLES, type Role } from '../../accounts/people/roles.ts';
import { formFields } from '../form-fields.ts';
import { act, screen } from '../screen.ts';
import { peopleWords } from './people.words.ts';

const words = peopleWords;

const peopleScreen = screen({
  id: 'people',
  scope: 'store',
  path: '/people',
  section: 'people',
  words,
  show: async ({ deps, store, me, can, now, w }) => {
    const members = await listMembers(deps.em, store.companyId);
    const invitations = can('manage') ? await listInvitations(deps.em, store.companyId, now) : [];
    return {
      template: 'people/people',
      title: w.title,
      data: {
        members: members.map(({ person: { id, name, email }, role, since }) => ({
          id,
          name,
          email,
          role,
          since,
          isMe: id === me.person.id,
        })),
        invitations: invitations.map(({ id, email, role, createdAt, expiresAt }) => ({
          id,
          email,
          role: role!,
          createdAt,
          expiresAt,
        })),
        hasMail: deps.hasMail,
      },
    };
  },
});

const common = { scope: 'store', needs: 'manage', ofBothEnvironments: true, words, screen: peopleScreen } as const;
const role = formFields.choice(ROLES).required();

const invitePersonAct = act({
  ...common,
  id: 'invitePerson',
  stepsUp: () => true,
  path: '/people/invite',
  form: joi.object<{ email: string; role: Role }>({ email: formFields.email().required(), role }),
  run: async ({ deps, store, me, input, language, now }) => {
    requireMail(deps);
    const invitation = { ...input, ...invitedBy(me.person), companyId: store.companyId, language, now };
    await invitePerson(deps, invitation);
    return { subject: input.email, details: { role: input.role } };
  },
});

const resendInvitationAct = act({
  ...common,
  id: 'resendInvitation',
  path: '/people/invitations/{id}/resend',
  resource: 'invitation',
  run: async ({ deps, store, me, id, language, now }) => {
    const { companyId } = store;
    const link = await findInvitation(deps.em, { companyId, id, now });
    requireMail(deps);
    const invited = { email: link.email, role: link.role! };
    await invitePerson(deps, { ...invited, ...invitedBy(me.person), companyId, language, now });
    return { subject: invited.email, details: { role: invited.role } };
  },
});

const takeBackInvitationAct = act({
  ...common,
  id: 'takeBackInvitation',
  path: '/people/invitations/{id}/take-back',
  whileSuspended: true,
  resource: 'invitation',
  run: async ({ deps, store, me, id, now }) => {
    const link = await takeBackInvitation(deps.em, { companyId: store.companyId, id, by: me.person.id, now });
    return { subject: link.email, details: { role: link.role } };
  },
});

const changeRoleAct = act({
  ...common,
  id: 'changeRole',
  stepsUp: () => true,
  path: '/people/{id}/role',
  resource: 'member',
  form: joi.object<{ role: Role }>({ role }),
  run: async ({ deps, store, me, now, id, input }) => {
    const { companyId } = store;
    const person = await findMember(deps.em, { companyId, personId: id });
    const before = await setRole(deps.em, { companyId, personId: id, role: input.role, by: me.person.id, now });
    const details = before === input.role ? { unchanged: true } : { role: { before, after: input.role } };
    return { subject: person.email, details };
  },
});

const removeMemberAct = act({
  ...common,
  id: 'removeMember',
  stepsUp: () => true,
  path: '/people/{id}/remove',
  whileSuspended: true,
  resource: 'member',
  run: async ({ deps, store, me, now, id }) => {
    const { companyId } = store;
    const person = await findMember(deps.em, { companyId, personId: id });
    const before = await removeMember(deps.em, { companyId, personId: id, by: me.person.id, now });
    // A person who left sees nothing of the store any more.
    return { ...(id === me.person.id && { goTo: '/panel' }), subject: person.email, details: { role: before } };
  },
});

export const peopleScreens = [peopleScreen];
export const peopleActs = [invitePersonAct, resendInvitationAct, takeBackInvitationAct, changeRoleAct, removeMemberAct];

/** @throws ApiError 409 */
function requireMail({ hasMail }: PanelDeps): void {
  if (!hasMail) throw conflict('mail_not_configured', 'There is no mail server, so that nobody can be invited.');
}

function invitedBy({ id, name, email }: Person): { by: number; inviter: string } {
  return { by: id, inviter: `${name} (${email})` };
}
