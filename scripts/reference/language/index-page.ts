import { formatScript } from '@switchboard/language';
import { DECLARATIONS } from '@switchboard/language/declarations';
import { KEYWORDS } from '@switchboard/language/keywords';
import { block, code, page, table } from '../markdown.ts';

/** The introduction to the language, with links to the other pages. */
export function indexPage(): string {
  return page(
    'Switchboard Script',
    'The language of pipelines. A script, in files that end in `.sbs`, declares where data comes from, what is made of it, and where ' +
      'it goes. All files of an account share one set of names; the order of declarations does not matter.',
    table(
      ['Page', 'What it holds'],
      [
        ['[Grammar](grammar.md)', 'How everything is written'],
        ['[Types](types.md)', 'What values there are, how they convert, how dates are read and written'],
        ['[Conversions](conversions.md)', 'What each value becomes in each type, in files and in expressions'],
        ['[Functions](functions.md)', 'What can be computed, with results'],
        ['[Parameters](parameters.md)', 'What downloads and uploads take, for each connector'],
        ['[SQL](sql.md)', 'What is written otherwise than in SQL'],
        ['[Messages](diagnostics/README.md)', 'Everything the compiler can say, and what to do about it'],
      ],
    ),
    'At a command line `switchboard compile` checks scripts, `switchboard format` lays them out, `switchboard run` runs one ' +
      'without a server, `switchboard lineage` shows what an upload is made from, and `switchboard explain` what a message means.',
    '## Declarations',
    ...DECLARATIONS.flatMap(({ keywords, doc, example }) => [
      `### ${keywords.join(', ')}`,
      doc,
      block(formatScript(example), 'sbs'),
    ]),
    '## Words',
    'Words have their meaning only where the [grammar](grammar.md) says so; elsewhere they are names like any other.',
    table(
      ['Word', 'Meaning', 'Example'],
      KEYWORDS.map(({ word, doc, example }) => [code(word), doc, code(example)]),
    ),
  );
}
