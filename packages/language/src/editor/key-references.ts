import { projectOf } from '../account-script/script-unit.ts';
import type { ScriptFile } from '../compile.ts';
import { DECLARATIONS } from '../declarations/registry.ts';
import { parseScript } from '../syntax/parse/parser.ts';
import type { BlockNode } from '../syntax/tree/value-tree.ts';
import { linesOf } from '../text/lines.ts';

/** A place of a script where a download or an upload names its key. */
export type KeyReference = {
  readonly path: string;
  readonly project: string;
  readonly kind: 'download' | 'upload';
  /** Name of the declaration. */
  readonly name: string;
  /** Whether it is the key of the upload's test target. */
  readonly isTest: boolean;
  /** The connector, without what follows a colon; empty without a `type`. */
  readonly connector: string;
  /** The name of the key as it is written. */
  readonly key: string;
  /** 1-based. */
  readonly line: number;
  /** Offset of the string in the text, including its quotation marks. */
  readonly start: number;
  readonly end: number;
};

const textOf = (block: Pick<BlockNode, 'entries'>, name: string) => {
  const value = block.entries.find((entry) => entry.name.text === name)?.value;
  return value?.kind === 'constant' && typeof value.value === 'string' ? { ...value, text: value.value } : null;
};

/** The keys that a script names, in their order. What cannot be parsed is left out. */
export function keyReferences({ path, text }: ScriptFile): KeyReference[] {
  const lines = linesOf(text);
  const project = projectOf(path);
  return parseScript(text, DECLARATIONS, () => undefined).declarations.flatMap((node) => {
    if (node.kind !== 'download' && node.kind !== 'bundle' && node.kind !== 'upload') return [];
    const { parameters } = node;
    const name = node.kind === 'upload' ? (node.alias ?? node.table).text : node.name.text;
    const kind = node.kind === 'upload' ? 'upload' : 'download';
    const connector = textOf(parameters, 'type')?.text.split(':', 1)[0] ?? '';
    const test = kind === 'upload' ? parameters.entries.find((entry) => entry.name.text === 'test')?.value : undefined;
    const blocks = [
      { block: parameters, isTest: false },
      ...(test?.kind === 'object' ? [{ block: { entries: test.entries }, isTest: true }] : []),
    ];
    return blocks.flatMap(({ block, isTest }): KeyReference[] => {
      const found = textOf(block, 'key');
      if (found === null) return [];
      const { start, end, text: key } = found;
      return [{ path, project, kind, name, isTest, connector, key, line: lines.at(start).line, start, end }];
    });
  });
}

/** The text of a script in which the given places name another key. */
export function withKey(text: string, references: readonly Pick<KeyReference, 'start' | 'end'>[], key: string): string {
  const written = `"${key.replace(/["\\]/g, '\\$&')}"`;
  return references
    .toSorted((one, other) => other.start - one.start)
    .reduce((before, { start, end }) => `${before.slice(0, start)}${written}${before.slice(end)}`, text);
}
