import { QUERY_FORMS } from './query-forms/registry.ts';
import { CORE_GRAMMAR, type GrammarRule, type GrammarSection, QUERIES } from './syntax/grammar.ts';

const FORM_RULES: readonly GrammarRule[] = [
  { name: 'query', ebnf: QUERY_FORMS.map(({ grammar: [rule] }) => rule?.name).join(' | ') },
  ...QUERY_FORMS.flatMap((form) => form.grammar),
];

/** Everything that the parser accepts, from the whole to its parts. */
export const GRAMMAR: readonly GrammarSection[] = CORE_GRAMMAR.map(({ title, rules }) => ({
  title,
  rules: title === QUERIES ? [...FORM_RULES, ...rules] : rules,
}));
