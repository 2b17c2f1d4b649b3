import { CLAUSE_HABITS } from './clauses.ts';
import { DECLARATION_HABITS, PATH_HABITS } from './declarations.ts';
import { EXTENSION_HABITS } from './extensions.ts';
import { FORM_HABITS } from './forms.ts';
import { KEPT_HABITS } from './kept.ts';
import { LIMIT_HABITS } from './limits.ts';
import { LITERAL_HABITS } from './literals.ts';
import { OPERATOR_HABITS } from './operators.ts';
import { QUERY_HABITS } from './queries.ts';
import type { SyntaxHabit } from './syntax-habit.ts';

/** SQL syntax of other dialects that the parser rejects. The first match wins. */
export const SYNTAX_HABITS: readonly SyntaxHabit[] = [
  ...QUERY_HABITS,
  ...KEPT_HABITS,
  ...LIMIT_HABITS,
  ...CLAUSE_HABITS,
  ...EXTENSION_HABITS,
  ...OPERATOR_HABITS,
  ...FORM_HABITS,
  ...LITERAL_HABITS,
  ...DECLARATION_HABITS,
  ...PATH_HABITS,
];
