export const DOCS_LANGUAGES = ['en', 'pt'] as const;
export type DocsLanguage = (typeof DOCS_LANGUAGES)[number];

/** The words of the pages themselves. */
export interface DocsWords {
  htmlLanguage: string;
  title: string;
  search: string;
  nothingFound: string;
  guides: string;
  calls: string;
  events: string;
  errors: string;
  about: string;
  otherLanguage: string;
  skip: string;
  navigation: string;
  parameters: string;
  body: string;
  answer: string;
  mayAnswer: string;
  required: string;
  orNull: string;
  oneOf: string;
  example: string;
  copy: string;
  copied: string;
  scope: string;
  remedy: string;
  /** Field texts are in English alone. */
  fieldsNote: string;
}

export const DOCS_WORDS: Readonly<Record<DocsLanguage, DocsWords>> = {
  en: {
    ...{ htmlLanguage: 'en', title: 'Fatura API', search: 'Search', nothingFound: 'Nothing found.' },
    ...{ guides: 'Guides', calls: 'Calls', events: 'Events', errors: 'Errors', about: 'How calls work' },
    ...{ otherLanguage: 'Português', skip: 'To the content', navigation: 'Documentation' },
    ...{ parameters: 'Parameters', body: 'Body', answer: 'Answer', mayAnswer: 'Problems', required: 'required' },
    ...{ orNull: 'or null', oneOf: 'one of', example: 'Example', copy: 'Copy', copied: 'Copied', scope: 'Scope' },
    ...{ remedy: 'Remedy', fieldsNote: '' },
  },
  pt: {
    ...{ htmlLanguage: 'pt-BR', title: 'API da Fatura', search: 'Buscar', nothingFound: 'Nada encontrado.' },
    ...{ guides: 'Guias', calls: 'Chamadas', events: 'Eventos', errors: 'Erros', about: 'Como as chamadas funcionam' },
    ...{ otherLanguage: 'English', skip: 'Ir para o conteúdo', navigation: 'Documentação' },
    ...{ parameters: 'Parâmetros', body: 'Corpo', answer: 'Resposta', mayAnswer: 'Problemas', required: 'obrigatório' },
    ...{ orNull: 'ou null', oneOf: 'um de', example: 'Exemplo', copy: 'Copiar', copied: 'Copiado', scope: 'Direito' },
    remedy: 'Solução',
    fieldsNote: 'Os nomes dos campos são parte da API; os textos sobre eles estão em inglês.',
  },
};
