import type { DiagnosticDefinition } from './diagnostic-definition.ts';

/** Diagnostics of constants. */
export const CONSTANT_DIAGNOSTICS = {
  SBS1023: {
    severity: 'error',
    text: 'A constant cannot be called {name}. Write a plain name that is not a word of conditions or clauses.',
    wrong: 'let "net price" is 1;',
    right: 'let net_price is 1; table t is select net_price from ads;',
  },
  SBS2020: {
    severity: 'error',
    text: '{name} is a constant, and {place}. Write literal({name}) for the constant, or {column} for the column.',
    wrong: 'let clicks is 5; table t is select site from ads where clicks > 1;',
    right: 'let clicks is 5; table t is select site from ads where ads.clicks > literal(clicks);',
  },
  SBS3046: {
    severity: 'error',
    text: '{what}. {advice}',
    wrong: 'let most is max(clicks);',
    right: 'let most is greatest(1, 2); table t is select most from ads;',
  },
  SBS3047: {
    severity: 'error',
    text: 'Constant {name} has no value: {reason}. {advice}',
    wrong: 'let a is b + 1; let b is a + 1;',
    right: 'let a is b + 1; let b is 1; table t is select a from ads;',
  },
  SBS3048: {
    severity: 'warning',
    text: 'Nothing uses the constant {name}. Use it, or remove it.',
    wrong: 'let vat is 0.19;',
    right: 'let vat is 0.19; table t is select price * vat as tax from ads;',
  },
} as const satisfies Readonly<Record<string, DiagnosticDefinition>>;

/** The reason behind each of them. */
export const CONSTANT_EXPLANATIONS: Readonly<Record<keyof typeof CONSTANT_DIAGNOSTICS, string>> = {
  SBS1023:
    'Expressions name constants without quotation marks: a name in double quotes is a column or a string. Words such as from and null would be read as such.',
  SBS2020:
    'Constants are known in all files. Neither a new constant nor a new column may change what a query means, so that a name that both have must say which it is.',
  SBS3046: 'A constant has one value, whatever rows are read. It is made of literals, functions and other constants.',
  SBS3047:
    'A constant is replaced by its expression wherever it is named. Constants that use each other would never end, and large ones would make large statements.',
  SBS3048: 'A constant that no table, assertion or other constant names has no effect.',
};
