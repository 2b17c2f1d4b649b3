import { CompletionItemKind } from 'vscode-languageserver-types';
import { DECLARATIONS } from '../../declarations/registry.ts';
import { QUERY_FORMS } from '../../query-forms/registry.ts';
import { codeBlock, markdown, prose } from '../describe/markdown.ts';
import type { Candidate } from './candidate.ts';

type Template = { readonly keyword: string; readonly label: string; readonly text: string };

const BLOCK = '{\n\ttype: "$2";\n\t$0\n}';

/** A query's snippet whose places are filled after the name of its table. */
function behindName(snippet: string): string {
  return snippet.replace(/\$\{(\d+)/g, (_, place: string) => `\${${Number(place) + 1}`);
}

/** The snippet of each kind of declaration. */
const TEMPLATES: readonly Template[] = [
  { keyword: 'download', label: 'download', text: `download \${1:name} from ${BLOCK} using {\n\t*\n};` },
  {
    keyword: 'download',
    label: 'download bundle',
    text: `download bundle \${1:name} from ${BLOCK} using {\n\ttable \${3:table} from { member: "$4"; } using { * };\n};`,
  },
  { keyword: 'table', label: 'table', text: 'table ${1:name} is\n\tselect ${3:*}$0\n\tfrom ${2:source};' },
  ...QUERY_FORMS.filter(({ kind, preview }) => kind !== 'select' && !preview).map(({ kind, snippet }) => ({
    keyword: 'table',
    label: `table is ${kind}`,
    text: `table \${1:name} is ${behindName(snippet)};`,
  })),
  { keyword: 'upload', label: 'upload', text: `upload \${1:table} to ${BLOCK};` },
  { keyword: 'assert', label: 'assert', text: 'assert ${1:name} on ${2:table}: ${3:condition};' },
  { keyword: 'assert', label: 'assert unique', text: 'assert ${1:name} on ${2:table}: unique (${3:columns});' },
  { keyword: 'assert', label: 'assert not null', text: 'assert ${1:name} on ${2:table}: not null (${3:columns});' },
  {
    keyword: 'assert',
    label: 'assert reference',
    text: 'assert ${1:name} on ${2:table}: ${3:column} in ${4:other}.${5:column};',
  },
  {
    keyword: 'assert',
    label: 'assert row_count',
    text: 'assert ${1:name} on ${2:table}: row_count between ${3:50} and ${4:200} percent of last ${5:7} dates else warn;',
  },
  { keyword: 'let', label: 'let', text: 'let ${1:name} is ${2:value};' },
  { keyword: 'import', label: 'import', text: `import \${1:name} from ${BLOCK} using {\n\t*\n};` },
  { keyword: 'export', label: 'export', text: `export \${1:table} to ${BLOCK};` },
];

/** The snippets of declarations. */
export function declarationCandidates(rank: number): Candidate[] {
  return TEMPLATES.map(({ keyword, label, text }) => ({
    label,
    kind: CompletionItemKind.Snippet,
    rank,
    text,
    snippet: true,
    details: () => {
      const spec = DECLARATIONS.find((each) => each.keywords.includes(keyword));
      return spec ? { documentation: markdown(prose(spec.doc), codeBlock(spec.example)) } : {};
    },
  }));
}

/** The snippets of query forms. */
export function queryCandidates(): Candidate[] {
  return QUERY_FORMS.map(({ kind: label, snippet: text }, rank) => ({
    label,
    kind: CompletionItemKind.Snippet,
    rank,
    text,
    snippet: true,
  }));
}
