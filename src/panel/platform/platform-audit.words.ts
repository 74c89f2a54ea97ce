import { words } from '../words.ts';

export const platformAuditWords = words({
  pt: {
    title: 'Registro da plataforma',
    intro:
      'O que as pessoas fizeram com as próprias contas, e o que os operadores fizeram nas lojas. O que as pessoas de uma loja fazem nela está no registro da loja.',
    entries: 'Registros',
    when: 'Quando',
    who: 'Quem',
    what: 'O quê',
    store: 'Loja',
    from: 'De onde',
    command: 'Comando de um operador',
    unknownBrowser: 'Navegador desconhecido',
    empty: 'Nada foi registrado ainda.',
    acts: {},
  },
  en: {
    title: 'Platform log',
    intro:
      'What people did with their own accounts, and what operators did to stores. What the people of a store do there is in the log of the store.',
    entries: 'Entries',
    when: 'When',
    who: 'Who',
    what: 'What',
    store: 'Store',
    from: 'From where',
    command: 'Command of an operator',
    unknownBrowser: 'Unknown browser',
    empty: 'Nothing was written down yet.',
    acts: {},
  },
});
