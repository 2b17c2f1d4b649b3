import type * as lsp from 'vscode-languageserver-types';
import type { TextModel } from '../monaco/file-models.ts';
import type { Monaco } from '../monaco/monaco-type.ts';
import { type Cancellation, RequestRefused } from './message-port.ts';
import { onSessionBegan, openModels, sessionOf } from './script-session.ts';
import {
  fromPosition,
  fromRange,
  toDocumentSymbol,
  toHover,
  toMarkdown,
  toPosition,
  toRange,
  toSuggestion,
  toWorkspaceEdit,
  wordRange,
} from './to-monaco.ts';

type Position = { readonly lineNumber: number; readonly column: number };

/** Asks the language server about a text; null for texts that it does not know, and when it refuses or is cancelled. */
async function ask<Result>(
  model: TextModel,
  method: string,
  params: object,
  token?: Cancellation,
): Promise<Result | null> {
  const session = sessionOf(model);
  if (session === undefined) return null;
  try {
    const textDocument = { uri: model.uri.toString() };
    return await session.client.request<Result | null>(`textDocument/${method}`, { textDocument, ...params }, token);
  } catch (error) {
    if (error instanceof RequestRefused) return null;
    throw error;
  }
}

const at = (position: Position): { readonly position: lsp.Position } => ({ position: fromPosition(position) });

/** Completion, hover and help while a call is written. */
export function registerWriting(monaco: Monaco, language: string): void {
  const { languages } = monaco;
  languages.registerCompletionItemProvider(language, {
    triggerCharacters: ['.', '"', "'", ':'],
    provideCompletionItems: async (model, position, _context, token) => {
      const word = wordRange(model, position);
      const list = await ask<lsp.CompletionList>(model, 'completion', at(position), token);
      return {
        suggestions: (list?.items ?? []).map((item) => toSuggestion(monaco, item, word)),
        incomplete: list?.isIncomplete ?? false,
      };
    },
  });
  languages.registerHoverProvider(language, {
    provideHover: async (model, position, token) => {
      const hover = await ask<lsp.Hover>(model, 'hover', at(position), token);
      return hover && toHover(hover);
    },
  });
  languages.registerSignatureHelpProvider(language, {
    signatureHelpTriggerCharacters: ['(', ','],
    provideSignatureHelp: async (model, position, token) => {
      const help = await ask<lsp.SignatureHelp>(model, 'signatureHelp', at(position), token);
      if (help === null) return null;
      const signatures = help.signatures.map(({ label, documentation, parameters = [] }) => ({
        label,
        ...(documentation === undefined ? {} : { documentation: toMarkdown(documentation) }),
        parameters: parameters.map((parameter) => ({
          label: parameter.label,
          ...(parameter.documentation === undefined ? {} : { documentation: toMarkdown(parameter.documentation) }),
        })),
      }));
      const { activeSignature, activeParameter } = help;
      return {
        value: { signatures, activeSignature: activeSignature ?? 0, activeParameter: activeParameter ?? 0 },
        dispose: () => undefined,
      };
    },
  });
  languages.registerInlayHintsProvider(language, {
    onDidChangeInlayHints: onSessionBegan,
    provideInlayHints: async (model, range, token) => {
      const hints = await ask<lsp.InlayHint[]>(model, 'inlayHint', { range: fromRange(range) }, token);
      return {
        hints: (hints ?? []).map(({ position, label, tooltip }) => ({
          position: toPosition(position),
          label: typeof label === 'string' ? label : label.map(({ value }) => value).join(''),
          kind: languages.InlayHintKind.Type,
          ...(tooltip === undefined ? {} : { tooltip: toMarkdown(tooltip) }),
        })),
        dispose: () => undefined,
      };
    },
  });
}

/** Definitions, references, symbols and what can be folded. */
export function registerReading(monaco: Monaco, language: string): void {
  const { languages } = monaco;
  const locate = (model: TextModel, locations: readonly lsp.Location[] | null) => {
    const session = sessionOf(model);
    if (session === undefined || locations === null) return [];
    openModels(
      monaco,
      session,
      locations.map(({ uri }) => uri),
    );
    return locations.map(({ uri, range }) => ({ uri: monaco.Uri.parse(uri), range: toRange(range) }));
  };
  languages.registerDefinitionProvider(language, {
    provideDefinition: async (model, position, token) =>
      locate(model, await ask<lsp.Location[]>(model, 'definition', at(position), token)),
  });
  languages.registerReferenceProvider(language, {
    provideReferences: async (model, position, context, token) => {
      const { includeDeclaration } = context;
      const params = { ...at(position), context: { includeDeclaration } };
      return locate(model, await ask<lsp.Location[]>(model, 'references', params, token));
    },
  });
  languages.registerDocumentHighlightProvider(language, {
    provideDocumentHighlights: async (model, position, token) => {
      const found = await ask<lsp.DocumentHighlight[]>(model, 'documentHighlight', at(position), token);
      // The numbers of Monaco begin at 0, those of the protocol at 1.
      return found?.map(({ range, kind = 1 }) => ({ range: toRange(range), kind: kind - 1 })) ?? null;
    },
  });
  languages.registerDocumentSymbolProvider(language, {
    provideDocumentSymbols: async (model, token) =>
      ((await ask<lsp.DocumentSymbol[]>(model, 'documentSymbol', {}, token)) ?? []).map(toDocumentSymbol),
  });
  const folding: Parameters<typeof languages.registerFoldingRangeProvider>[1] = {
    onDidChange: (listener) => onSessionBegan(() => listener(folding)),
    provideFoldingRanges: async (model, _context, token) =>
      ((await ask<lsp.FoldingRange[]>(model, 'foldingRange', {}, token)) ?? []).map(({ startLine, endLine, kind }) => ({
        start: startLine + 1,
        end: endLine + 1,
        ...(kind === 'comment' ? { kind: languages.FoldingRangeKind.Comment } : {}),
      })),
  };
  languages.registerFoldingRangeProvider(language, folding);
}

type Rename = { readonly range: lsp.Range; readonly placeholder: string };

/** Rename, fixes and layout. */
export function registerChanges(monaco: Monaco, language: string): void {
  const { languages } = monaco;
  languages.registerRenameProvider(language, {
    resolveRenameLocation: async (model, position, token) => {
      const found = await rename<Rename>(model, 'prepareRename', at(position), token);
      if (typeof found !== 'string') return { range: toRange(found.range), text: found.placeholder };
      return { range: wordRange(model, position), text: '', rejectReason: found };
    },
    provideRenameEdits: async (model, position, newName, token) => {
      const edit = await rename<lsp.WorkspaceEdit>(model, 'rename', { ...at(position), newName }, token);
      const session = sessionOf(model);
      if (typeof edit === 'string' || session === undefined)
        return { edits: [], rejectReason: typeof edit === 'string' ? edit : 'The file is not open.' };
      openModels(monaco, session, Object.keys(edit.changes ?? {}));
      return toWorkspaceEdit(monaco, edit);
    },
  });
  languages.registerCodeActionProvider(
    language,
    {
      provideCodeActions: async (model, range, context, token) => {
        const params = {
          range: fromRange(range),
          context: { diagnostics: [], ...(context.only === undefined ? {} : { only: [context.only] }) },
        };
        const actions = await ask<lsp.CodeAction[]>(model, 'codeAction', params, token);
        return {
          actions: (actions ?? []).map(({ title, kind, isPreferred, edit }) => ({
            title,
            ...(kind === undefined ? {} : { kind }),
            ...(isPreferred === undefined ? {} : { isPreferred }),
            ...(edit === undefined ? {} : { edit: toWorkspaceEdit(monaco, edit) }),
          })),
          dispose: () => undefined,
        };
      },
    },
    { providedCodeActionKinds: ['quickfix', 'source.fixAll'] },
  );
  const toEdits = (edits: readonly lsp.TextEdit[] | null) =>
    (edits ?? []).map(({ range, newText }) => ({ range: toRange(range), text: newText }));
  languages.registerDocumentFormattingEditProvider(language, {
    provideDocumentFormattingEdits: async (model, options, token) =>
      toEdits(await ask<lsp.TextEdit[]>(model, 'formatting', { options }, token)),
  });
  languages.registerDocumentRangeFormattingEditProvider(language, {
    provideDocumentRangeFormattingEdits: async (model, range, options, token) =>
      toEdits(await ask<lsp.TextEdit[]>(model, 'rangeFormatting', { range: fromRange(range), options }, token)),
  });
}

/** The answer, or the reason why nothing can be renamed. */
async function rename<Result>(
  model: TextModel,
  method: string,
  params: object,
  token: Cancellation,
): Promise<Result | string> {
  const textDocument = { uri: model.uri.toString() };
  try {
    const found = await sessionOf(model)?.client.request<Result | null>(
      `textDocument/${method}`,
      { textDocument, ...params },
      token,
    );
    return found ?? 'There is nothing to rename here.';
  } catch (error) {
    if (error instanceof RequestRefused) return error.message;
    throw error;
  }
}

/** Colours by meaning. */
export function registerColors(monaco: Monaco, language: string): void {
  const legend = { tokenTypes: [...TOKEN_TYPES], tokenModifiers: ['declaration', 'defaultLibrary'] };
  const toTokens = (tokens: lsp.SemanticTokens | null) => ({ data: Uint32Array.from(tokens?.data ?? []) });
  monaco.languages.registerDocumentSemanticTokensProvider(language, {
    onDidChange: onSessionBegan,
    getLegend: () => legend,
    provideDocumentSemanticTokens: async (model, _last, token) =>
      toTokens(await ask<lsp.SemanticTokens>(model, 'semanticTokens/full', {}, token)),
    releaseDocumentSemanticTokens: () => undefined,
  });
  monaco.languages.registerDocumentRangeSemanticTokensProvider(language, {
    onDidChange: onSessionBegan,
    getLegend: () => legend,
    provideDocumentRangeSemanticTokens: async (model, range, token) =>
      toTokens(await ask<lsp.SemanticTokens>(model, 'semanticTokens/range', { range: fromRange(range) }, token)),
  });
}

/** As the language server numbers them. */
export const TOKEN_TYPES = [
  'keyword',
  'class',
  'namespace',
  'event',
  'variable',
  'property',
  'function',
  'parameter',
  'type',
  'string',
  'regexp',
  'number',
  'comment',
  'operator',
  'enumMember',
] as const;
