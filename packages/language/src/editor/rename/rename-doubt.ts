import { linesOf } from '../../text/lines.ts';
import type { Span } from '../../text/span.ts';
import type { ReadScript, Workspace } from '../../workspace.ts';
import { visitNames } from '../symbols/name-roles.ts';
import { scriptIn } from '../symbols/script-tree.ts';

/** The declaration around an offset; where none could be parsed, the span between its neighbours. */
function regionAround(script: ReadScript, offset: number, length: number): Span {
  let region: Span = { start: 0, end: length };
  for (const { start, end } of script.declarations) {
    if (start <= offset && offset <= end) return { start, end };
    if (end < offset) region = { start: end, end: region.end };
    else if (start > offset) return { start: region.start, end: start };
  }
  return region;
}

/** Roles in which no table and no column is named. */
const CERTAIN = new Set(['type', 'function', 'parameter', 'header', 'text', 'pattern']);

/**
 * Where a name occurs in broken parts of scripts, so that its meaning is unknown: `path:line`, or null.
 * Errors in parameters do not change the meaning of names.
 */
export function doubtfulPlace(workspace: Workspace, name: string): string | null {
  for (const path of workspace.paths()) {
    const errors = workspace.messages(path).filter(({ type, code }) => type === 'error' && !code.startsWith('SBS4'));
    const text = workspace.text(path);
    if (errors.length === 0 || text === undefined) continue;
    const script = scriptIn(workspace, path);
    const namesakes = script.tokens.filter(
      (token) => (token.kind === 'name' || token.kind === 'string') && token.text === name,
    );
    if (namesakes.length === 0) continue;
    const lines = linesOf(text);
    const known = workspace.occurrences(path);
    const certain = new Set<number>();
    for (const declaration of script.declarations)
      visitNames(declaration, ({ start }, role) => {
        if (CERTAIN.has(role)) certain.add(start);
      });
    const regions = errors.map((error) =>
      regionAround(script, lines.offset(error.startLine, error.startColumn), text.length),
    );
    const doubtful = namesakes.find(
      (token) =>
        regions.some(({ start, end }) => start <= token.start && token.end <= end) &&
        !certain.has(token.start) &&
        !known.some(({ start, end }) => start <= token.start && token.end <= end),
    );
    if (doubtful) return `${path}:${lines.at(doubtful.start).line}`;
  }
  return null;
}
