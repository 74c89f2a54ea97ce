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

/** In both languages: nobody knows who reads it. */
export function writeAlertAddress({ store, url }: { store: string; url: string }): MailText {
  return {
    subject: `Alertas de ${store} no Fatura / Alerts of ${store} on Fatura`,
    text: [
      `A loja ${store} quer enviar a este endereço os avisos de falhas dos seus webhooks e do seu gateway. Para recebê-los, abra este link:`,
      url,
      'Ele vale por sete dias. Se você não conhece a loja, ignore este e-mail: nada mais será enviado.',
      `The store ${store} wants to send the alerts of its webhooks and its gateway to this address. Open the link above to receive them. It works for seven days. If you do not know the store, ignore this mail: nothing else is sent.`,
    ].join('\n\n'),
  };
}

export function writeRefusedToken(
  language: PanelLanguage,
  { store, token, address, url }: { store: string; token: string; address: string; url: string },
): MailText {
  if (language === 'en') {
    return {
      subject: `An API token of ${store} was refused`,
      text: [
        `Somebody used the token ${token} of ${store} from ${address}, which is not among its networks. The call was refused, and nothing was changed.`,
        'If it was you, add the network on the page of the token. If not, the token has leaked: rotate it now.',
        url,
      ].join('\n\n'),
    };
  }
  return {
    subject: `Um token da API de ${store} foi recusado`,
    text: [
      `Alguém usou o token ${token} de ${store} a partir de ${address}, que não está entre as redes dele. A chamada foi recusada, e nada foi alterado.`,
      'Se foi você, acrescente a rede na página do token. Se não foi, o token vazou: troque-o agora.',
      url,
    ].join('\n\n'),
  };
}

export function writeFactorChanged(
  language: PanelLanguage,
  { change, url }: { change: 'added' | 'removed'; url: string },
): MailText {
  const isAdded = change === 'added';
  if (language === 'en') {
    return {
      subject: `A second factor was ${change} on Fatura`,
      text: [
        isAdded
          ? 'A passkey or an app for codes was added to your account.'
          : 'A passkey or an app for codes was removed from your account.',
        `If it was not you, set a new password at once and look at your account: ${url}`,
      ].join('\n\n'),
    };
  }
  return {
    subject: `Segundo fator ${isAdded ? 'adicionado' : 'removido'} no Fatura`,
    text: [
      isAdded
        ? 'Uma chave de acesso ou um aplicativo de códigos foi adicionado à sua conta.'
        : 'Uma chave de acesso ou um aplicativo de códigos foi removido da sua conta.',
      `Se não foi você, crie uma nova senha agora mesmo e confira a sua conta: ${url}`,
    ].join('\n\n'),
  };
}

export function writeNewDevice(
  language: PanelLanguage,
  { browser, address, url }: { browser: string; address: string; url: string },
): MailText {
  if (language === 'en') {
    return {
      subject: 'A new sign-in to your account on Fatura',
      text: [
        `Somebody signed in to your account from a browser that was not used before: ${browser}, from ${address}.`,
        `If it was not you, set a new password at once, and end that session: ${url}`,
      ].join('\n\n'),
    };
  }
  return {
    subject: 'Novo acesso à sua conta no Fatura',
    text: [
      `Alguém entrou na sua conta em um navegador que ainda não tinha sido usado: ${browser}, de ${address}.`,
      `Se não foi você, crie uma nova senha agora mesmo e encerre essa sessão: ${url}`,
    ].join('\n\n'),
  };
}

/** An act that whoever has taken over a store would begin with. */
export type NotedAct = 'token' | 'webhook' | 'gateway';

const ACTS: Record<PanelLanguage, Record<NotedAct, string>> = {
  pt: {
    token: 'um token da API foi gerado ou trocado',
    webhook: 'o endereço de um webhook foi criado ou alterado',
    gateway: 'o acesso ao gateway foi alterado',
  },
  en: {
    token: 'an API token was generated or rotated',
    webhook: 'the address of a webhook was created or changed',
    gateway: 'the access to the gateway was changed',
  },
};

export function writeNotedAct(
  language: PanelLanguage,
  {
    act,
    store,
    environment,
    actor,
    address,
    url,
  }: Record<'store' | 'environment' | 'actor' | 'address' | 'url', string> & {
    act: NotedAct;
  },
): MailText {
  const what = ACTS[language][act];
  if (language === 'en') {
    return {
      subject: `${store}: ${what}`,
      text: [
        `In the store ${store} (${environment}) ${what}, by ${actor} from ${address || 'an unknown address'}.`,
        `If nobody of the store did it, revoke the tokens and look at the audit log: ${url}`,
      ].join('\n\n'),
    };
  }
  return {
    subject: `${store}: ${what}`,
    text: [
      `Na loja ${store} (${environment}) ${what}, por ${actor} a partir de ${address || 'um endereço desconhecido'}.`,
      `Se ninguém da loja fez isso, revogue os tokens e confira o registro de alterações: ${url}`,
    ].join('\n\n'),
  };
}

export function writeWaitingRefund(
  language: PanelLanguage,
  { store, amount, url }: Record<'store' | 'amount' | 'url', string>,
): MailText {
  if (language === 'en') {
    return {
      subject: `A refund of ${store} waits for approval`,
      text: [
        `A refund of R$ ${amount} waits for an owner who did not ask for it. Approve or reject it here:`,
        url,
      ].join('\n\n'),
    };
  }
  return {
    subject: `Um reembolso de ${store} espera por aprovação`,
    text: [
      `Um reembolso de R$ ${amount.replace('.', ',')} espera por um proprietário que não o pediu. Aprove ou rejeite aqui:`,
      url,
    ].join('\n\n'),
  };
}

export function writeAttack(language: PanelLanguage, { store, url }: Record<'store' | 'url', string>): MailText {
  if (language === 'en') {
    return {
      subject: `Somebody tries cards at ${store}`,
      text: [
        'Most cards of the last minutes were refused: somebody seems to try stolen numbers at your checkout.',
        'For an hour, and for as long as it goes on, each browser solves a challenge before a card. Payers wait for a second.',
        `You can keep it on, or switch it off, here: ${url}`,
      ].join('\n\n'),
    };
  }
  return {
    subject: `Alguém testa cartões em ${store}`,
    text: [
      'A maioria dos cartões dos últimos minutos foi recusada: alguém parece testar números roubados no seu checkout.',
      'Por uma hora, e enquanto isso durar, cada navegador resolve um desafio antes do cartão. Quem paga espera um segundo.',
      `Você pode deixar ligado ou desligar aqui: ${url}`,
    ].join('\n\n'),
  };
}
