import type * as lsp from 'vscode-languageserver-types';
import type { TextModel } from '../monaco/file-models.ts';
import type { Monaco } from '../monaco/monaco-type.ts';

type Languages = Monaco['languages'];
type Provider<Name extends keyof Languages> = Languages[Name] extends (
  selector: never,
  provider: infer Result,
) => unknown
  ? Result
  : never;
type Provided<Method> = Method extends (...args: never[]) => infer Result ? NonNullable<Awaited<Result>> : never;

export type CompletionProvider = Provider<'registerCompletionItemProvider'>;
type CompletionList = Provided<CompletionProvider['provideCompletionItems']>;
type Suggestion = CompletionList['suggestions'][number];
type SymbolProvider = Provider<'registerDocumentSymbolProvider'>;
type DocumentSymbol = Provided<SymbolProvider['provideDocumentSymbols']>[number];
type WorkspaceEdit = Provided<Provider<'registerRenameProvider'>['provideRenameEdits']>;
type Hover = Provided<Provider<'registerHoverProvider'>['provideHover']>;
type Markdown = Hover['contents'][number];

export type Range = {
  readonly startLineNumber: number;
  readonly startColumn: number;
  readonly endLineNumber: number;
  readonly endColumn: number;
};
type Position = { readonly lineNumber: number; readonly column: number };

export const toRange = ({ start, end }: lsp.Range): Range => ({
  startLineNumber: start.line + 1,
  startColumn: start.character + 1,
  endLineNumber: end.line + 1,
  endColumn: end.character + 1,
});

export const toPosition = ({ line, character }: lsp.Position): Position => ({
  lineNumber: line + 1,
  column: character + 1,
});

export const fromPosition = ({ lineNumber, column }: Position): lsp.Position => ({
  line: lineNumber - 1,
  character: column - 1,
});

export const fromRange = (range: Range): lsp.Range => ({
  start: { line: range.startLineNumber - 1, character: range.startColumn - 1 },
  end: { line: range.endLineNumber - 1, character: range.endColumn - 1 },
});

export function toMarkdown(text: string | lsp.MarkupContent | lsp.MarkedString): Markdown {
  if (typeof text === 'string') return { value: text };
  return { value: 'kind' in text ? text.value : `\`\`\`${text.language}\n${text.value}\n\`\`\`` };
}

export function toHover({ contents, range }: lsp.Hover): Hover {
  const parts = Array.isArray(contents) ? contents : [contents];
  return { contents: parts.map(toMarkdown), ...(range === undefined ? {} : { range: toRange(range) }) };
}

export function toSuggestion(monaco: Monaco, item: lsp.CompletionItem, word: Range): Suggestion {
  const { kind = 1, textEdit, insertText, insertTextFormat, documentation, detail, sortText, filterText } = item;
  const range = textEdit === undefined ? word : toRange('range' in textEdit ? textEdit.range : textEdit.replace);
  return {
    label: item.label,
    kind: kindOf(monaco, kind),
    insertText: textEdit?.newText ?? insertText ?? item.label,
    range,
    ...(insertTextFormat === 2
      ? { insertTextRules: monaco.languages.CompletionItemInsertTextRule.InsertAsSnippet }
      : {}),
    ...(documentation === undefined ? {} : { documentation: toMarkdown(documentation) }),
    ...(detail === undefined ? {} : { detail }),
    ...(sortText === undefined ? {} : { sortText }),
    ...(filterText === undefined ? {} : { filterText }),
    ...(item.preselect === true ? { preselect: true } : {}),
    ...(item.tags === undefined ? {} : { tags: item.tags }),
    ...(item.commitCharacters === undefined ? {} : { commitCharacters: item.commitCharacters }),
    ...(item.command === undefined ? {} : { command: { id: item.command.command, title: item.command.title } }),
    ...(item.additionalTextEdits === undefined
      ? {}
      : {
          additionalTextEdits: item.additionalTextEdits.map((edit) => ({
            range: toRange(edit.range),
            text: edit.newText,
          })),
        }),
  };
}

/** The names of the protocol's kinds, by their numbers from 1. */
const KINDS = [
  'Text',
  'Method',
  'Function',
  'Constructor',
  'Field',
  'Variable',
  'Class',
  'Interface',
  'Module',
  'Property',
  'Unit',
  'Value',
  'Enum',
  'Keyword',
  'Snippet',
  'Color',
  'File',
  'Reference',
  'Folder',
  'EnumMember',
  'Constant',
  'Struct',
  'Event',
  'Operator',
  'TypeParameter',
] as const;

const kindOf = (monaco: Monaco, kind: number): Suggestion['kind'] =>
  monaco.languages.CompletionItemKind[KINDS[kind - 1] ?? 'Text'];

/** The numbers of Monaco begin at 0, those of the protocol at 1. */
export function toDocumentSymbol(symbol: lsp.DocumentSymbol): DocumentSymbol {
  return {
    name: symbol.name,
    detail: symbol.detail ?? '',
    kind: (symbol.kind - 1) as DocumentSymbol['kind'],
    tags: [],
    range: toRange(symbol.range),
    selectionRange: toRange(symbol.selectionRange),
    ...(symbol.children === undefined ? {} : { children: symbol.children.map(toDocumentSymbol) }),
  };
}

/** Edits of files by address; the client asks for no versions. */
export function toWorkspaceEdit(monaco: Monaco, { changes = {} }: lsp.WorkspaceEdit): WorkspaceEdit {
  return {
    edits: Object.entries(changes).flatMap(([uri, edits]) =>
      edits.map(({ range, newText }) => ({
        resource: monaco.Uri.parse(uri),
        versionId: undefined,
        textEdit: { range: toRange(range), text: newText },
      })),
    ),
  };
}

/** Returns the range from the start of the word before a position to that position. */
export function wordRange(model: TextModel, position: Position): Range {
  const word = model.getWordUntilPosition(position);
  return {
    startLineNumber: position.lineNumber,
    endLineNumber: position.lineNumber,
    startColumn: word.startColumn,
    endColumn: position.column,
  };
}
