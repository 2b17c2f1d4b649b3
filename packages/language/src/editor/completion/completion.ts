import { type CompletionItem, CompletionItemKind, type CompletionList } from 'vscode-languageserver-types';
import { symbolOf } from '../../syntax/tokens/token-shape.ts';
import { linesOf } from '../../text/lines.ts';
import type { Workspace } from '../../workspace.ts';
import { type Context, contextOf } from '../context/context.ts';
import { type CursorText, readCursor } from '../context/cursor-text.ts';
import { type Candidate, offer } from './candidate.ts';
import { anyColumns, bareColumns, joinColumns, patternCandidates, seenTables } from './columns.ts';
import { declarationCandidates, queryCandidates } from './declarations.ts';
import { expressionCandidates } from './expressions.ts';
import { parameterCandidates } from './parameters.ts';
import { localCandidates, tableCandidates } from './tables.ts';
import { formatCandidates, typeCandidates } from './types.ts';
import { valueCandidates } from './values.ts';
import { wordCandidates } from './words.ts';

function bundleTable(): Candidate {
  const text = 'table ${1:name} from { member: "$2"; } using { * };$0';
  return { label: 'table', kind: CompletionItemKind.Snippet, rank: 0, text, snippet: true };
}

function columnsOnly(
  workspace: Workspace,
  context: Extract<Context, { kind: 'columns' }>,
  { word }: CursorText,
): Candidate[] {
  const tables = seenTables(workspace, context.sources);
  if (context.joining) return joinColumns(tables, context.given, word);
  const pattern: Candidate = {
    label: 'columns',
    kind: CompletionItemKind.Keyword,
    rank: 1,
    text: 'columns("$1")',
    snippet: true,
  };
  const columns =
    context.sources.length > 0
      ? bareColumns(tables, context.given, word)
      : anyColumns(workspace, word, 0, context.given);
  return [...columns, ...(context.matching && !word.quote ? [pattern] : [])];
}

function candidatesOf(workspace: Workspace, path: string, context: Context, cursor: CursorText): Candidate[] {
  const { word } = cursor;
  switch (context.kind) {
    case 'parameter-name':
      return parameterCandidates(workspace, context.block, word, symbolOf(cursor.after[0]));
    case 'parameter-value':
      return valueCandidates(workspace, context.block, context.name, context.listed, word);
    case 'uploaded':
      return tableCandidates(workspace, path, null, [], word);
    case 'tables':
      return [
        ...localCandidates(context.locals ?? [], word),
        ...tableCandidates(workspace, path, context.reader, [...context.given, ...(context.locals ?? [])], word),
      ];
    case 'columns':
      return columnsOnly(workspace, context, cursor);
    case 'pattern':
      return patternCandidates(seenTables(workspace, context.sources), word);
    case 'expression':
      return expressionCandidates(workspace, context.place, word);
    case 'date-format':
      return formatCandidates(word, '"');
    default:
      return word.quote ? [] : outsideQuotes(context);
  }
}

function outsideQuotes(context: Context): Candidate[] {
  switch (context.kind) {
    case 'declaration':
      return declarationCandidates(0);
    case 'query':
      return queryCandidates();
    case 'type':
      return typeCandidates(context.formats);
    case 'schema':
      return context.record ? [] : wordCandidates(['*'], 0);
    case 'bundle-tables':
      return [bundleTable()];
    case 'after-type':
    case 'words':
      return wordCandidates(context.words, 0);
    default:
      return [];
  }
}

/**
 * The completions at an offset of a file, the likeliest first, at most 200 items; `isIncomplete` when more match.
 * The text around the offset need not be finished.
 */
export function completionListAt(workspace: Workspace, path: string, offset: number): CompletionList {
  const text = workspace.text(path);
  const cursor = readCursor(workspace, path, offset);
  if (text === undefined || cursor === null) return { isIncomplete: false, items: [] };
  const context = contextOf(cursor);
  const candidates = candidatesOf(workspace, path, context, cursor);
  // A new line may start a declaration, even after an unfinished one.
  const declarations =
    context.kind !== 'declaration' && cursor.fresh && !cursor.word.quote ? declarationCandidates(9) : [];
  return offer([...candidates, ...declarations], cursor.word, linesOf(text));
}

/** The items of `completionListAt`. */
export function completionsAt(workspace: Workspace, path: string, offset: number): CompletionItem[] {
  return completionListAt(workspace, path, offset).items;
}
