import { linesOf } from '@switchboard/language/lines';
import { type Comment, type Program, parseSync } from 'oxc-parser';
import type { Tree } from './tree.ts';

type Placed = { readonly line: number };

export type ImportLine = Placed & {
  readonly specifier: string;
  /** True when only types cross, so that nothing is loaded at run time. */
  readonly typeOnly: boolean;
};

export type Module = {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly ImportLine[];
  /** Names that other files can import; `default` for a default export. */
  readonly exports: readonly (Placed & { readonly name: string })[];
  /** True when at least one statement exports what another file defines. */
  readonly passesOn: boolean;
  /** The syntax tree. Reading it costs four times as much as parsing, so read it only where the text may be a finding. */
  readonly program: Program;
  readonly comments: readonly Comment[];
  /** 1-based line of an offset. */
  readonly lineAt: (offset: number) => number;
};

const parsed = new Map<string, { readonly text: string; readonly module: Module }>();

/**
 * Parses one file of the tree.
 * @throws when the file is not valid TypeScript: a file that cannot be read must not count as clean
 */
export function readModule(tree: Tree, path: string): Module {
  const text = tree.read(path);
  const known = parsed.get(path);
  if (known?.text === text) return known.module;
  const module = parseModule(path, text);
  parsed.set(path, { text, module });
  return module;
}

function parseModule(path: string, text: string): Module {
  const result = parseSync(path, text);
  const [error] = result.errors;
  if (error) throw new Error(`${path} cannot be parsed: ${error.message}`);
  const lines = linesOf(text);
  const lineAt = (offset: number): number => lines.at(offset).line;
  const { staticImports, staticExports, dynamicImports } = result.module;
  const imports: ImportLine[] = [
    ...staticImports.map((one) => ({
      specifier: one.moduleRequest.value,
      line: lineAt(one.start),
      typeOnly: /^import\s+type\b/.test(text.slice(one.start, one.end)),
    })),
    ...staticExports.flatMap((one) => {
      const from = one.entries.find((entry) => entry.moduleRequest)?.moduleRequest;
      return from
        ? [{ specifier: from.value, line: lineAt(one.start), typeOnly: one.entries.every((entry) => entry.isType) }]
        : [];
    }),
    ...dynamicImports.flatMap((one) => {
      const literal = /^(['"])(.*)\1$/.exec(text.slice(one.moduleRequest.start, one.moduleRequest.end))?.[2];
      return literal === undefined ? [] : [{ specifier: literal, line: lineAt(one.start), typeOnly: false }];
    }),
  ];
  const exports = staticExports.flatMap((one) =>
    one.entries.flatMap((entry) => {
      const name = entry.exportName.kind === 'Default' ? 'default' : entry.exportName.name;
      return name === null ? [] : [{ name, line: lineAt(entry.start) }];
    }),
  );
  return {
    path,
    text,
    imports,
    exports,
    passesOn: staticExports.some(({ entries }) => entries.some(({ moduleRequest }) => moduleRequest)),
    get program() {
      return result.program;
    },
    get comments() {
      return result.comments;
    },
    lineAt,
  };
}
