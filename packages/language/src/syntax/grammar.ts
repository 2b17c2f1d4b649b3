/** One rule of the grammar. `ebnf`: `"word"` as it stands, `[ … ]` at most once, `{ … }` any number of times, `( … | … )` one of. */
export type GrammarRule = { readonly name: string; readonly ebnf: string; readonly note?: string };

export type GrammarSection = { readonly title: string; readonly rules: readonly GrammarRule[] };

/** The section that the rules of the query forms join. */
export const QUERIES = 'Queries';

const rule = (name: string, ebnf: string, note?: string): GrammarRule => ({
  name,
  ebnf,
  ...(note === undefined ? {} : { note }),
});

/** The tokens; their rules are descriptions. */
export const LEXICAL_RULES: readonly GrammarRule[] = [
  rule('word', 'a letter or _, then letters, digits and _', 'Case counts. No word is forbidden as a name.'),
  rule(
    'string',
    `text between two ' or two "`,
    String.raw`On one line. \" \' \\ \n \t are escapes; any other \ is literal.`,
  ),
  rule('number', 'digits, with . and digits, with e and an exponent', '12, 1.5, 1e6'),
  rule('blank', 'spaces, tabs, line ends', 'Between tokens, as many as wanted.'),
  rule('comment', '// or # to the end of the line, /* to */', 'Wherever a blank may stand, but not inside a string.'),
];

/** Everything that the parser accepts apart from the query forms, from the whole to its parts. */
export const CORE_GRAMMAR: readonly GrammarSection[] = [
  {
    title: 'Declarations',
    rules: [
      rule('script', '{ declaration | ";" }'),
      rule('declaration', 'download | bundle | table | upload | assertion | constant'),
      rule('download', '( "download" | "import" ) name "from" block "using" schema ";"'),
      rule(
        'bundle',
        '( "download" | "import" ) "bundle" name [ "from" ] block "using" "{" { member } "}" ";"',
        'A single download may be called bundle, when from and a block follow.',
      ),
      rule('member', '"table" name [ "from" block ] "using" schema ";"'),
      rule('table', '"table" name "is" query ";"'),
      rule('upload', '( "upload" | "export" ) name [ "as" name ] "to" block ";"'),
      rule('assertion', '"assert" name "on" name ":" claim [ "else" "warn" ] ";"'),
      rule(
        'claim',
        '"unique" "(" names ")" | "not" "null" "(" names ")" | lookup | "row_count" "between" number "and" number [ "percent" "of" "last" number "dates" ] | expression',
      ),
      rule(
        'constant',
        '"let" name "is" expression ";"',
        'The name is a plain word. The expression names no columns and holds no query, aggregate or window.',
      ),
      rule('lookup', '( name | "(" names ")" ) "in" name ( "." name | "(" names ")" )'),
      rule('name', 'word | string', 'A name that is not a plain word is quoted.'),
      rule('names', 'name { "," name }'),
    ],
  },
  {
    title: 'Parameters',
    rules: [
      rule('block', '"{" { parameter } "}"'),
      rule('parameter', 'name ":" value ";"'),
      rule('value', 'string | [ "-" ] number | "true" | "false" | "null" | values | block'),
      rule('values', '"[" [ value { "," value } [ "," ] ] "]"'),
    ],
  },
  {
    title: 'Columns and types',
    rules: [
      rule('schema', '"*" | "{" { column | "*" ";" } [ "*" ] "}"'),
      rule('column', 'name ":" type [ "not" "null" [ "as" name ] | "as" name [ "not" "null" ] ] ";"'),
      rule('type', 'word [ "(" detail { "," detail } ")" ] | "[" type "]" | "{" { column } "}"'),
      rule(
        'detail',
        '[ word ":" ] ( number | string )',
        'The digits of a decimal, the format of a date, or with its name a separator of numbers.',
      ),
    ],
  },
  {
    title: QUERIES,
    rules: [
      rule('ordering', '"order" "by" order { "," order }'),
      rule('order', 'expression [ "asc" | "desc" ] [ "nulls" ( "first" | "last" ) ]'),
    ],
  },
  {
    title: 'Expressions, the loosest first',
    rules: [
      rule('expression', 'either [ "?" expression ":" expression ]'),
      rule('either', 'both { "or" both }'),
      rule('both', 'negation { "and" negation }'),
      rule('negation', '"not" negation | comparison'),
      rule(
        'comparison',
        'joined { comparator joined | [ "not" ] ( "like" | "ilike" ) joined [ "escape" string ] | [ "not" ] "in" choices | [ "not" ] "between" joined "and" joined | "is" [ "not" ] "null" }',
      ),
      rule('comparator', '"==" | "=" | "!=" | "<>" | "<" | "<=" | ">" | ">=" | "~"'),
      rule('choices', '"(" arguments ")" | "[" arguments "]" | "(" inner ")"'),
      rule('inner', 'select | with', 'A query as a value, or as the values of in.'),
      rule('joined', 'sum { "||" sum }'),
      rule('sum', 'product { ( "+" | "-" ) product }'),
      rule('product', 'sign { ( "*" | "/" | "%" ) sign }'),
      rule('sign', '"-" sign | part'),
      rule('part', 'value_or_name { "." name | "[" expression "]" }'),
      rule(
        'value_or_name',
        'number | string | "true" | "false" | "null" | "literal" string | "literal" "(" word ")" | word | call | cast | record | columns | "[" [ arguments ] "]" | "(" expression ")" | "(" inner ")" | "exists" "(" inner ")"',
        'A string in double quotes is a column, if there is one of that name. A reserved word is quoted to be a column.',
      ),
      rule(
        'call',
        'word "(" [ arguments [ ordering ] [ "ignore" "nulls" ] ] ")" [ filter ] [ window ] | "count" "(" "*" ")" [ filter ] [ window ]',
      ),
      rule('filter', '"filter" "(" "where" expression ")"'),
      rule('arguments', 'expression { "," expression } [ "," ]'),
      rule('window', '"over" "(" [ "partition" "by" expression { "," expression } ] [ ordering ] [ frame ] ")"'),
      rule('frame', '( "rows" | "range" ) "between" bound "and" bound'),
      rule('bound', '( "unbounded" | number ) ( "preceding" | "following" ) | "current" "row"'),
      rule('cast', '( "cast" | "try_cast" ) "(" expression "as" type ")"'),
      rule('record', '"record" "(" field { "," field } [ "," ] ")"', 'A field without a name has that of its column.'),
      rule('field', 'expression [ "as" name ]'),
      rule('columns', '"columns" "(" string ")"'),
    ],
  },
];

/** SQL syntax that the parser recognises to offer a quick fix. */
export const REFUSED_RULES: readonly GrammarRule[] = [
  rule(
    'group_by',
    '"group" "by" ( "all" | expression ) { "," ( "all" | expression ) }',
    'Before having. Every item without an aggregate is a key already.',
  ),
  rule(
    'case',
    '"case" [ expression ] "when" expression "then" expression { "when" expression "then" expression } [ "else" expression ] "end"',
    'Written condition ? value : otherwise.',
  ),
];
