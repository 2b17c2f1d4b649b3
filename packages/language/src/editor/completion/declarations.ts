import { CompletionItemKind } from 'vscode-languageserver-types';
import { DECLARATIONS } from '../../declarations/registry.ts';
import { codeBlock, markdown, prose } from '../describe/markdown.ts';
import type { Candidate } from './candidate.ts';

type Template = { readonly keyword: string; readonly label: string; readonly text: string };

const BLOCK = '{\n\ttype: "$2";\n\t$0\n}';

/** What each kind of declaration is made of. */
const TEMPLATES: readonly Template[] = [
  { keyword: 'download', label: 'download', text: `download \${1:name} from ${BLOCK} using {\n\t*\n};` },
  {
    keyword: 'download',
    label: 'download bundle',
    text: `download bundle \${1:name} from ${BLOCK} using {\n\ttable \${3:table} from { member: "$4"; } using { * };\n};`,
  },
  { keyword: 'table', label: 'table', text: 'table ${1:name} is\n\tselect ${3:*}$0\n\tfrom ${2:source};' },
  { keyword: 'table', label: 'table is union', text: 'table ${1:name} is union ${2:table}, $0;' },
  { keyword: 'table', label: 'table is upsert', text: 'table ${1:name} is upsert ${2:table} by ${3:key}$0;' },
  { keyword: 'upload', label: 'upload', text: `upload \${1:table} to ${BLOCK};` },
  { keyword: 'import', label: 'import', text: `import \${1:name} from ${BLOCK} using {\n\t*\n};` },
  { keyword: 'export', label: 'export', text: `export \${1:table} to ${BLOCK};` },
];

/** Declarations, as they may stand between two others. */
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

/** What a table may be made of. */
export function queryCandidates(): Candidate[] {
  const snippets: readonly (readonly [string, string])[] = [
    ['select', 'select ${2:*}$0\nfrom ${1:source}'],
    ['union', 'union ${1:table}, $0'],
    ['upsert', 'upsert ${1:table} by ${2:key}$0'],
    ['unpivot', 'unpivot ${1:table} on ${2:columns} into ${3:name}, ${4:value}'],
  ];
  return snippets.map(([label, text], rank) => ({
    label,
    kind: CompletionItemKind.Snippet,
    rank,
    text,
    snippet: true,
  }));
}
