import { ASSERTION_EXPLANATIONS } from './assertions.ts';
import { CONSTANT_EXPLANATIONS } from './constants.ts';
import type { Code } from './diagnostics.ts';
import { DOUBT_EXPLANATIONS } from './doubts.ts';
import { EXPRESSION_EXPLANATIONS } from './expressions.ts';
import { NAME_EXPLANATIONS } from './names.ts';
import { PARAMETER_EXPLANATIONS } from './parameters.ts';
import { QUERY_EXPLANATIONS } from './queries.ts';
import { STYLE_EXPLANATIONS } from './style.ts';
import { SYNTAX_EXPLANATIONS } from './syntax.ts';
import { TYPE_EXPLANATIONS } from './types.ts';

/** The families of codes, by their first digit. */
export const FAMILIES: Readonly<Record<string, string>> = {
  1: 'Syntax',
  2: 'Names',
  3: 'Types',
  4: 'Parameters and keys',
  5: 'Style and unused',
  9: 'Preview features',
};

/** The reason behind each code, beyond its message. */
export const EXPLANATIONS: Readonly<Record<Code, string>> = {
  ...SYNTAX_EXPLANATIONS,
  ...NAME_EXPLANATIONS,
  ...TYPE_EXPLANATIONS,
  ...QUERY_EXPLANATIONS,
  ...EXPRESSION_EXPLANATIONS,
  ...PARAMETER_EXPLANATIONS,
  ...ASSERTION_EXPLANATIONS,
  ...CONSTANT_EXPLANATIONS,
  ...STYLE_EXPLANATIONS,
  ...DOUBT_EXPLANATIONS,
};
