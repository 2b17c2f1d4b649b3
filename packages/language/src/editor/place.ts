import type { Range } from 'vscode-languageserver-types';
import { linesOf } from '../text/lines.ts';
import type { Span } from '../text/span.ts';
import type { Workspace } from '../workspace.ts';
import { rangeOf } from './positions.ts';

/** A stretch of one file. */
export type Place = { readonly path: string; readonly range: Range };

/** Stretches of one file as places, in their order. */
export function placesIn(workspace: Workspace, path: string, spans: readonly Span[]): Place[] {
  const text = workspace.text(path);
  if (text === undefined || spans.length === 0) return [];
  const lines = linesOf(text);
  return spans.map((span) => ({ path, range: rangeOf(span, lines) }));
}
