import type { FoldingRange } from 'vscode-languageserver-types';
import type { Comment, Token } from '../syntax/tokens/tokens.ts';
import { linesOf } from '../text/lines.ts';
import type { Workspace } from '../workspace.ts';
import { scriptIn } from './symbols/script-tree.ts';

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

type Stretch = { readonly first: number; readonly last: number; readonly kind?: 'comment' };
type LineAt = (offset: number) => number;

/** Brackets over several lines. The line of the closing one stays in sight. */
function brackets(tokens: readonly Token[], lineAt: LineAt): Stretch[] {
  const open: Token[] = [];
  const found: Stretch[] = [];
  for (const token of tokens) {
    if (token.kind !== 'symbol') continue;
    if (CLOSING[token.text] !== undefined) open.push(token);
    const last = open.at(-1);
    if (!last || CLOSING[last.text] !== token.text) continue;
    open.pop();
    found.push({ first: lineAt(last.start), last: lineAt(token.start) - 1 });
  }
  return found;
}

/** Comments over several lines: block comments, and line comments on neighbouring lines. */
function comments(all: readonly Comment[], text: string, lineAt: LineAt): Stretch[] {
  const found: Stretch[] = [];
  let run: { first: number; last: number } | null = null;
  for (const comment of all) {
    const [first, last] = [lineAt(comment.start), lineAt(comment.end)];
    const alone = /(?:^|[\r\n])[ \t]*$/.test(text.slice(Math.max(0, comment.start - 200), comment.start));
    if (!comment.line || !alone) {
      run = null;
      if (!comment.line) found.push({ first, last, kind: 'comment' });
    } else if (run && run.last === first - 1) run.last = last;
    else {
      run = { first, last };
      found.push(Object.assign(run, { kind: 'comment' as const }));
    }
  }
  return found;
}

/** Folding ranges: declarations, blocks and comments, at most one from each line. Lines start at 0. None for unknown files. */
export function foldingRanges(workspace: Workspace, path: string): FoldingRange[] {
  const text = workspace.text(path);
  if (text === undefined) return [];
  const { declarations, tokens, comments: diagnostics } = scriptIn(workspace, path);
  const lines = linesOf(text);
  const lineAt: LineAt = (offset) => lines.at(offset).line - 1;
  const whole = declarations.map(({ start, end }): Stretch => ({ first: lineAt(start), last: lineAt(end) }));
  const ranges = new Map<number, Stretch>();
  for (const stretch of [...whole, ...brackets(tokens, lineAt), ...comments(diagnostics, text, lineAt)])
    if (stretch.last > stretch.first && !ranges.has(stretch.first)) ranges.set(stretch.first, stretch);
  return [...ranges.values()]
    .sort((a, b) => a.first - b.first)
    .map(({ first, last, kind }) => ({ startLine: first, endLine: last, ...(kind ? { kind } : {}) }));
}
