import { diffComm } from 'node-diff3';
import { type Colours, printable } from '../terminal/terminal.ts';

/** One file before and after; null where it is absent. */
export type FileDiff = { readonly path: string; readonly before: string | null; readonly after: string | null };

type Line = { readonly sign: ' ' | '-' | '+'; readonly text: string };

const CONTEXT = 3;

/** The files that differ, sorted by path. */
export function differences(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly FileDiff[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths
    .map((path) => ({ path, before: before.get(path) ?? null, after: after.get(path) ?? null }))
    .filter((file) => file.before !== file.after);
}

/** A file's changes in the unified format of diff, which patch and git read. */
export function unifiedDiff({ path, before, after }: FileDiff, colours: Colours): string {
  const name = printable(path);
  const header = [
    `--- ${before === null ? '/dev/null' : `a/${name}`}`,
    `+++ ${after === null ? '/dev/null' : `b/${name}`}`,
  ];
  const lines = changedLines(linesOf(before ?? ''), linesOf(after ?? ''));
  const hunks = hunksOf(lines).map((hunk) => hunkText(lines, hunk, colours));
  return [...header.map((line) => colours.bold(line)), ...hunks].join('\n');
}

/** Lines with their ends, so that a missing line feed at the end counts as a change. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

function changedLines(before: string[], after: string[]): readonly Line[] {
  const parts = diffComm(before, after) as readonly (
    | { readonly common: readonly string[] }
    | { readonly buffer1: readonly string[]; readonly buffer2: readonly string[] }
  )[];
  return parts.flatMap((part): Line[] =>
    'common' in part
      ? part.common.map((text) => ({ sign: ' ', text }))
      : [
          ...part.buffer1.map((text): Line => ({ sign: '-', text })),
          ...part.buffer2.map((text): Line => ({ sign: '+', text })),
        ],
  );
}

type Hunk = { readonly start: number; readonly end: number };

/** Ranges of lines with a change and what surrounds it; those that touch are one. */
function hunksOf(lines: readonly Line[]): readonly Hunk[] {
  const hunks: { start: number; end: number }[] = [];
  lines.forEach(({ sign }, at) => {
    if (sign === ' ') return;
    const [start, end] = [Math.max(0, at - CONTEXT), Math.min(lines.length, at + 1 + CONTEXT)];
    const last = hunks.at(-1);
    if (last !== undefined && start <= last.end) last.end = end;
    else hunks.push({ start, end });
  });
  return hunks;
}

function hunkText(lines: readonly Line[], { start, end }: Hunk, colours: Colours): string {
  const count = (from: number, to: number, without: '-' | '+'): number =>
    lines.slice(from, to).filter(({ sign }) => sign !== without).length;
  const range = (without: '-' | '+'): string => {
    const length = count(start, end, without);
    // A range without lines names the line before it.
    return `${count(0, start, without) + (length === 0 ? 0 : 1)},${length}`;
  };
  const shown = lines.slice(start, end).map(({ sign, text }) => {
    const line = `${sign}${printableLine(text)}${text.endsWith('\n') ? '' : '\n\\ No newline at end of file'}`;
    return sign === '-' ? colours.red(line) : sign === '+' ? colours.green(line) : line;
  });
  return [colours.cyan(`@@ -${range('+')} +${range('-')} @@`), ...shown].join('\n');
}

/** Without the line feed, and without what moves a terminal's cursor; tabs and carriage returns are part of a patch. */
const printableLine = (text: string): string => text.replace(/\n$/, '').replace(/(?![\t\r])[\p{Cc}]/gu, '');
