import { MIN_PASSWORD_LENGTH } from '../../accounts/people/passwords.ts';
import type { PanelLanguage } from '../../accounts/people/person.entity.ts';

type Say = (context: Record<string, unknown>) => string;

interface FieldProblems {
  /** By joi's type of error, whose context has `limit` and the like. */
  byType: Record<string, Say>;
  other: Say;
  /** By the code of a use case's refusal. */
  refusals: Record<string, string>;
}

const limitOf = ({ limit }: Record<string, unknown>): string => String(limit);

export const FIELD_PROBLEMS: Readonly<Record<PanelLanguage, FieldProblems>> = {
  pt: {
    byType: {
      'any.required': () => 'Preencha este campo.',
      'any.only': () => 'Escolha uma das opções.',
      'string.empty': () => 'Preencha este campo.',
      'string.email': () => 'Informe um e-mail como nome@exemplo.com.',
      'string.max': (context) => `Use no máximo ${limitOf(context)} caracteres.`,
      'string.min': (context) => `Use pelo menos ${limitOf(context)} caracteres.`,
      'string.pattern.base': () => 'Este texto tem caracteres que não são aceitos aqui.',
      'number.base': () => 'Informe um número.',
      'number.integer': () => 'Informe um número inteiro.',
      'number.unsafe': () => 'Este número é grande demais.',
      'number.min': (context) => `O menor valor é ${limitOf(context)}.`,
      'number.max': (context) => `O maior valor é ${limitOf(context)}.`,
      'amount.invalid': () => 'Informe um valor como 1.234,56, maior que zero.',
      'reference.invalid': () => 'Escolha uma das sugestões da lista, ou informe o número.',
      'date.invalid': () => 'Informe uma data que exista.',
      'date.range': () => 'O início é depois do fim.',
      'array.min': () => 'Escolha pelo menos uma opção.',
      'network.invalid': ({ network }) =>
        `${String(network)} não é uma rede: escreva como 203.0.113.0/24 ou 203.0.113.7.`,
      'networks.max': (context) => `Use no máximo ${limitOf(context)} redes.`,
      'array.includesOnly': () => 'Escolha entre as opções.',
      'object.unknown': () => 'Este campo não faz parte do formulário.',
      'text.surrogates': () => 'Este texto tem caracteres incompletos.',
      'text.unreadable': () => 'Este texto tem caracteres que não puderam ser lidos.',
    },
    other: () => 'Este valor não serve.',
    refusals: {
      'any.required': 'Preencha este campo.',
      'rows.none': 'Marque pelo menos uma linha.',
      'password.short': `A senha precisa de pelo menos ${MIN_PASSWORD_LENGTH} caracteres.`,
      'password.long': 'A senha é longa demais.',
      'password.weak':
        'Esta senha é fácil de adivinhar. Use uma mais longa, sem o seu e-mail, palavras comuns ou teclas em sequência.',
      'password.wrong': 'A senha atual não é esta.',
      'password.missing': 'Confirme que é você: informe a senha atual.',
      'password.differs': 'As duas senhas são diferentes.',
      'date.past': 'Este dia já passou.',
      'factor.missing': 'Confirme que é você: informe um código, ou use a chave de acesso.',
      'factor.wrong': 'O código não confere, ou já foi usado.',
      'passkey.refused': 'O navegador não criou uma chave de acesso. Tente de novo.',
      'member.exists': 'Esta pessoa já faz parte da loja.',
      'person.exists': 'Já existe uma conta com este e-mail.',
    },
  },
  en: {
    byType: {
      'any.required': () => 'Fill in this field.',
      'any.only': () => 'Choose one of the options.',
      'string.empty': () => 'Fill in this field.',
      'string.email': () => 'Give an e-mail address like name@example.com.',
      'string.max': (context) => `Use at most ${limitOf(context)} characters.`,
      'string.min': (context) => `Use at least ${limitOf(context)} characters.`,
      'string.pattern.base': () => 'This text has characters that are not accepted here.',
      'number.base': () => 'Give a number.',
      'number.integer': () => 'Give a whole number.',
      'number.unsafe': () => 'This number is too large.',
      'number.min': (context) => `The least is ${limitOf(context)}.`,
      'number.max': (context) => `The most is ${limitOf(context)}.`,
      'amount.invalid': () => 'Give an amount like 1234.56, over zero.',
      'reference.invalid': () => 'Choose a suggestion of the list, or give the number.',
      'date.invalid': () => 'Give a date that exists.',
      'date.range': () => 'The beginning is after the end.',
      'array.min': () => 'Choose at least one.',
      'network.invalid': ({ network }) =>
        `${String(network)} is no network: write it like 203.0.113.0/24 or 203.0.113.7.`,
      'networks.max': (context) => `Give at most ${limitOf(context)} networks.`,
      'array.includesOnly': () => 'Choose among the options.',
      'object.unknown': () => 'This field is not part of the form.',
      'text.surrogates': () => 'This text has incomplete characters.',
      'text.unreadable': () => 'This text has characters that could not be read.',
    },
    other: () => 'This value does not fit.',
    refusals: {
      'rows.none': 'Tick at least one row.',
      'any.required': 'Fill in this field.',
      'password.short': `The password needs at least ${MIN_PASSWORD_LENGTH} characters.`,
      'password.long': 'The password is too long.',
      'password.weak':
        'This password is easily guessed. Use a longer one, without your address, common words or rows of keys.',
      'password.wrong': 'This is not the current password.',
      'password.missing': 'Confirm that it is you: give your current password.',
      'password.differs': 'The two passwords differ.',
      'date.past': 'This day is over.',
      'factor.missing': 'Confirm that it is you: give a code, or use your passkey.',
      'factor.wrong': 'The code is wrong, or was used before.',
      'passkey.refused': 'The browser made no passkey. Try again.',
      'member.exists': 'This person belongs to the store already.',
      'person.exists': 'There is an account with this address already.',
    },
  },
};
