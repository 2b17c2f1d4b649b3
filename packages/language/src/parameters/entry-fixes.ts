import type { ParameterSpec } from '@switchboard/model/catalog';
import { DEFAULT_TIMEZONE } from '@switchboard/model/schedule/schedule';
import type { Fix } from '../diagnostics/diagnostics.ts';
import type { BlockNode, ParameterNode } from '../syntax/tree/value-tree.ts';

type Block = Pick<BlockNode, 'entries' | 'start' | 'end'>;

const SYNTAX_SAMPLES: Readonly<Record<NonNullable<ParameterSpec['syntax']>, string>> = {
  url: 'https://example.com/report?date={YYYY-MM-DD}',
  timezone: DEFAULT_TIMEZONE,
  pattern: '*.csv',
  regex: '\\.csv$',
  datetime_pattern: 'YYYY-MM-DD',
  template: '{YYYY}/{MM}/{DD}/{name}.csv',
};

/** A value that the parameter takes, to be replaced by the right one. */
function sampleOf(spec: ParameterSpec): string {
  const [allowed] = spec.allowed ?? [];
  const number = Math.min(spec.maximum ?? Number.POSITIVE_INFINITY, Math.max(spec.minimum ?? 1, 1));
  const text = JSON.stringify(spec.syntax ? SYNTAX_SAMPLES[spec.syntax] : spec.name);
  const single = allowed === undefined ? text : JSON.stringify(allowed);
  switch (spec.type) {
    case 'string':
      return single;
    case 'strings':
      return `[${single}]`;
    case 'boolean':
      return 'true';
    case 'object':
      return '{ }';
    default: {
      const value = allowed === undefined ? String(number) : single;
      return spec.type === 'integers' ? `[${value}]` : value;
    }
  }
}

/** Adds parameters with sample values behind the last one, formatted as the block is. `samples` are values known to fit. */
export function additionOf(
  block: Block,
  specs: readonly ParameterSpec[],
  samples: Readonly<Record<string, string>> = {},
): Fix {
  const [first, last] = [block.entries[0], block.entries.at(-1)];
  const at = last?.end ?? block.start + 1;
  const like = first ? { open: block.start, start: first.start } : null;
  const edits = specs.map((spec) => {
    const sample = samples[spec.name];
    const value = sample === undefined ? sampleOf(spec) : JSON.stringify(sample);
    return { start: at, end: at, text: `${spec.name}: ${value};`, like };
  });
  return { title: `Add ${specs.map((spec) => spec.name).join(', ')}`, edits };
}

/** Removes a parameter, with its semicolon and, if it is alone there, its line. */
export function removalOf(block: Block, entry: ParameterNode): Fix {
  const index = block.entries.indexOf(entry);
  const before = block.entries[index - 1]?.end ?? block.start + 1;
  const after = block.entries[index + 1]?.start ?? block.end - 1;
  const edit = { start: entry.start, end: entry.end, text: '', between: { before, after } };
  return { title: `Remove ${entry.name.text}`, edits: [edit] };
}

/** Gives a parameter another name. */
export function renamingOf({ name }: ParameterNode, to: string): Fix {
  return { title: `Write ${to}`, edits: [{ start: name.start, end: name.end, text: to }] };
}

/** Writes another text where the value of a parameter starts with `from`; nothing without one. */
export function rewritingOf({ value }: ParameterNode, from: string, to: string | null): Fix | undefined {
  // Behind the opening quotation mark.
  const at = value.start + 1;
  return to === null ? undefined : { title: `Write ${to}`, edits: [{ start: at, end: at + from.length, text: to }] };
}
