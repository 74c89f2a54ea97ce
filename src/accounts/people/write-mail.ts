import type { MailText } from '../../base/mail/queue-mail.ts';
import type { PanelLanguage } from './person.entity.ts';
import type { Role } from './roles.ts';

const ROLE_NAMES: Record<PanelLanguage, Record<Role, string>> = {
  pt: { owner: 'proprietário', developer: 'desenvolvedor', support: 'atendimento' },
  en: { owner: 'owner', developer: 'developer', support: 'support' },
};

export function writeInvitation(
  language: PanelLanguage,
  { store, role, inviter, url }: { store: string; role: Role; inviter: string; url: string },
): MailText {
  const name = ROLE_NAMES[language][role];
  if (language === 'en') {
    return {
      subject: `You are invited to ${store} on Fatura`,
      text: [
        `${inviter} invites you to the store ${store} on Fatura, as ${name}.`,
        'Open this address to accept:',
        url,
        'It works once, for seven days. If you expected no invitation, ignore this mail: nothing happens.',
      ].join('\n\n'),
    };
  }
  return {
    subject: `Convite para ${store} no Fatura`,
    text: [
      `${inviter} convidou você para a loja ${store} no Fatura, como ${name}.`,
      'Abra este link para aceitar:',
      url,
      'Ele vale por sete dias e só pode ser usado uma vez. Se você não esperava um convite, ignore este e-mail: nada acontece.',
    ].join('\n\n'),
  };
}

export function writePasswordReset(language: PanelLanguage, { url }: { url: string }): MailText {
  if (language === 'en') {
    return {
      subject: 'Set a new password on Fatura',
      text: [
        'Somebody asked to set a new password for your account. If it was you, open this address:',
        url,
        'It works once, for one hour. If it was not you, ignore this mail: your password stays as it is.',
      ].join('\n\n'),
    };
  }
  return {
    subject: 'Crie uma nova senha no Fatura',
    text: [
      'Alguém pediu uma nova senha para a sua conta. Se foi você, abra este link:',
      url,
      'Ele vale por uma hora e só pode ser usado uma vez. Se não foi você, ignore este e-mail: a sua senha continua a mesma.',
    ].join('\n\n'),
  };
}

export function writePasswordChanged(language: PanelLanguage, { url }: { url: string }): MailText {
  if (language === 'en') {
    return {
      subject: 'Your password on Fatura was changed',
      text: [
        'The password of your account was changed, and every other session was signed out.',
        `If it was not you, set a new one at once: ${url}`,
      ].join('\n\n'),
    };
  }
  return {
    subject: 'A sua senha do Fatura foi alterada',
    text: [
      'A senha da sua conta foi alterada, e todas as outras sessões foram encerradas.',
      `Se não foi você, crie uma nova agora mesmo: ${url}`,
    ].join('\n\n'),
  };
}
