import type { GrammarRule } from '../../syntax/grammar.ts';

/** The rule of a select, and those of its parts. */
export const SELECT_GRAMMAR: readonly GrammarRule[] = [
  {
    name: 'select',
    ebnf: '"select" [ "distinct" ] item { "," item } "from" reference { join } [ "where" expression ] [ "having" expression ] [ "qualify" expression ] [ ordering ] [ "limit" number [ "offset" number ] ]',
    note: 'Limit and offset are whole numbers.',
  },
  { name: 'item', ebnf: 'star | expression [ "as" name ]' },
  {
    name: 'star',
    ebnf: '[ name "." ] "*" [ "except" "(" names ")" ] [ "replace" "(" replacement { "," replacement } ")" ]',
  },
  { name: 'replacement', ebnf: 'expression "as" name' },
  { name: 'reference', ebnf: 'name [ "as" name ] | "(" query ")" "as" name | dates [ "as" name ]' },
  {
    name: 'join',
    ebnf: '[ kind ] "join" reference ( "on" expression | "using" "(" names ")" ) | "cross" "join" reference',
  },
  { name: 'kind', ebnf: '"inner" | ( "left" | "right" | "full" ) [ "outer" ] | "semi" | "anti" | "asof" [ "left" ]' },
];
