import type { ColumnRef } from '@switchboard/model/lineage/column-lineage';
import type { LineageGraph } from '@switchboard/model/lineage/lineage';
import {
  type CodeAction,
  type CodeActionParams,
  type CodeLens,
  type CompletionList,
  type DocumentDiagnosticReport,
  type DocumentHighlight,
  DocumentHighlightKind,
  type DocumentLink,
  type DocumentSymbol,
  type FoldingRange,
  type Hover,
  type InlayHint,
  type Location,
  LSPErrorCodes,
  type Position,
  type Range,
  ResponseError,
  type SelectionRange,
  type SemanticTokens,
  SemanticTokensBuilder,
  type SignatureHelp,
  type TextEdit,
  type WorkspaceEdit,
  type WorkspaceSymbol,
} from 'vscode-languageserver';
import type { Declaration } from '../account-script/listed-declaration.ts';
import { fixAll, quickFixes } from '../editor/code-actions.ts';
import { codeLenses } from '../editor/code-lenses.ts';
import { completionListAt } from '../editor/completion/completion.ts';
import { documentLinks } from '../editor/document-links.ts';
import { foldingRanges } from '../editor/folding.ts';
import { formattingEdits } from '../editor/format/formatting.ts';
import { onTypeEdits } from '../editor/format/on-type.ts';
import { hoverAt } from '../editor/hover/hover.ts';
import { inlayHints } from '../editor/inlay-hints.ts';
import { lineageAt, lineageOfScript, type WrittenPlace, writtenPlaces } from '../editor/lineage-request.ts';
import type { Place } from '../editor/place.ts';
import { prepareRename, renameAt } from '../editor/rename/rename.ts';
import type { ScriptSubject } from '../editor/script-place.ts';
import { selectionRanges } from '../editor/selection-ranges.ts';
import { semanticTokens, TOKEN_MODIFIERS, TOKEN_TYPES } from '../editor/semantic-tokens.ts';
import { signatureHelpAt } from '../editor/signature-help.ts';
import { definitionAt } from '../editor/symbols/definition.ts';
import { documentSymbols } from '../editor/symbols/document-symbols.ts';
import { highlightsAt, referencesAt } from '../editor/symbols/references.ts';
import { tableAt } from '../editor/symbols/table-at.ts';
import { workspaceSymbols } from '../editor/symbols/workspace-symbols.ts';
import type { Workspace } from '../workspace.ts';
import { FIX_ALL } from './capabilities.ts';
import { workspaceEdit } from './edits.ts';
import type { Project } from './project.ts';
import { protocolDiagnostic } from './protocol-diagnostics.ts';

type Document = { readonly textDocument: { readonly uri: string } };
type At = Document & { readonly position: Position };

/** The capabilities of the client. */
export type ClientAbilities = { readonly versionedEdits: boolean };

type Asked<T> = (workspace: Workspace, path: string, offset: number) => T;

/** The answers to the protocol's requests; null for files and places that are not there. */
export class Answers {
  readonly #project: Project;
  readonly #client: () => ClientAbilities;

  constructor(project: Project, client: () => ClientAbilities) {
    this.#project = project;
    this.#client = client;
  }

  #at<T>({ textDocument, position }: At, ask: Asked<T>): T | null {
    const spot = this.#project.spotAt(textDocument.uri, position);
    return spot && ask(this.#project.workspace, spot.path, spot.offset);
  }

  #in<T>({ textDocument }: Document, ask: (workspace: Workspace, path: string, text: string) => T): T | null {
    const { workspace, addresses } = this.#project;
    const path = addresses.pathOf(textDocument.uri);
    const text = workspace.text(path);
    return text === undefined ? null : ask(workspace, path, text);
  }

  #location({ path, range }: Place): Location {
    return { uri: this.#project.addresses.uriOf(path), range };
  }

  completion = (at: At): CompletionList | null => this.#at(at, completionListAt);

  hover = (at: At): Hover | null => this.#at(at, hoverAt);

  signatureHelp = (at: At): SignatureHelp | null => this.#at(at, signatureHelpAt);

  definition = (at: At): Location[] | null => {
    const places = this.#at(at, definitionAt) ?? [];
    return places.length === 0 ? null : places.map((place) => this.#location(place));
  };

  references = (at: At & { readonly context: { readonly includeDeclaration: boolean } }): Location[] | null => {
    const options = { declaration: at.context.includeDeclaration };
    const places = this.#at(at, (workspace, path, offset) => referencesAt(workspace, path, offset, options)) ?? [];
    return places.length === 0 ? null : places.map((place) => this.#location(place));
  };

  highlights = (at: At): DocumentHighlight[] | null =>
    this.#at(at, highlightsAt)?.map(({ range, writes }) => ({
      range,
      kind: writes ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
    })) ?? null;

  prepareRename = (at: At): { range: Range; placeholder: string } | ResponseError | null => {
    const prepared = this.#at(at, prepareRename);
    return prepared && 'refused' in prepared ? refused(prepared.refused) : prepared;
  };

  rename = (at: At & { readonly newName: string }): WorkspaceEdit | ResponseError | null => {
    const edits = this.#at(at, (workspace, path, offset) => renameAt(workspace, path, offset, at.newName));
    if (edits === null) return null;
    if ('refused' in edits) return refused(edits.refused);
    const placed = edits.map(({ path, range, text }) => ({ path, edit: { range, newText: text } }));
    return workspaceEdit(this.#project, placed, this.#client().versionedEdits);
  };

  documentSymbols = (document: Document): DocumentSymbol[] | null => this.#in(document, documentSymbols);

  workspaceSymbols = ({ query }: { readonly query: string }): WorkspaceSymbol[] =>
    workspaceSymbols(this.#project.workspace, query).map(({ name, kind, container, ...place }) => ({
      name,
      kind,
      containerName: container,
      location: this.#location(place),
    }));

  declarations = (): Omit<Declaration, 'project' | 'schema' | 'parameters'>[] =>
    this.#project.workspace
      .declarations()
      .map(({ project: _project, schema: _schema, parameters: _parameters, ...declaration }) => declaration);

  table = (at: At): string | null => this.#at(at, tableAt);

  lineage = (): LineageGraph | null => lineageOfScript(this.#project.workspace);

  lineageAt = (at: At): ColumnRef | null => this.#at(at, lineageAt);

  places = ({ subjects }: { readonly subjects: readonly ScriptSubject[] }): (WrittenPlace | null)[] =>
    writtenPlaces(this.#project.workspace, subjects);

  folding = (document: Document): FoldingRange[] | null => this.#in(document, foldingRanges);

  inlayHints = (document: Document & { readonly range: Range }): InlayHint[] | null =>
    this.#in(document, (workspace, path) => inlayHints(workspace, path, document.range));

  semanticTokens = (document: Document & { readonly range?: Range }): SemanticTokens | null =>
    this.#in(document, (workspace, path) => {
      const builder = new SemanticTokensBuilder();
      for (const { line, character, length, type, modifiers } of semanticTokens(workspace, path, document.range)) {
        const bits = modifiers.reduce((sum, modifier) => sum | (1 << TOKEN_MODIFIERS.indexOf(modifier)), 0);
        builder.push(line, character, length, TOKEN_TYPES.indexOf(type), bits);
      }
      return builder.build();
    });

  formatting = (document: Document & { readonly range?: Range }): TextEdit[] | null =>
    this.#in(document, (_workspace, _path, text) => formattingEdits(text, document.range));

  onTypeFormatting = ({ position, ...document }: At): TextEdit[] | null =>
    this.#in(document, (workspace, path) => onTypeEdits(workspace, path, position));

  selectionRanges = (asked: Document & { readonly positions: readonly Position[] }): SelectionRange[] | null =>
    this.#in(asked, (workspace, path) => selectionRanges(workspace, path, asked.positions));

  documentLinks = (document: Document): DocumentLink[] | null => this.#in(document, documentLinks);

  /** Commands are the client's: `switchboard.run` and `switchboard.preview`, with the address of the file and a name. */
  codeLenses = (document: Document): CodeLens[] | null =>
    this.#in(document, (workspace, path) =>
      codeLenses(workspace, path, this.#project.rowCounts).map(({ range, title, command, name }) => ({
        range,
        command:
          command === null
            ? { title, command: '' }
            : { title, command: `switchboard.${command}`, arguments: [document.textDocument.uri, name] },
      })),
    );

  diagnostics = (document: Document): DocumentDiagnosticReport => {
    const { documentation } = this.#project;
    const items = this.#in(document, (workspace, path) =>
      workspace.messages(path).map((message) => protocolDiagnostic(message, documentation)),
    );
    return { kind: 'full', items: items ?? [] };
  };

  codeActions = ({ textDocument, range, context }: CodeActionParams): CodeAction[] | null =>
    this.#in({ textDocument }, (workspace, path) => {
      const wanted = (kind: string): boolean =>
        context.only?.some((only) => kind === only || kind.startsWith(`${only}.`)) ?? true;
      const { documentation } = this.#project;
      const edit = (edits: readonly TextEdit[]): WorkspaceEdit =>
        workspaceEdit(
          this.#project,
          edits.map((each) => ({ path, edit: each })),
          this.#client().versionedEdits,
        );
      const quick = wanted('quickfix') ? quickFixes(workspace, path, range) : [];
      const all = wanted(FIX_ALL) ? fixAll(workspace, path) : null;
      return [
        ...quick.map(
          ({ title, edits, message }): CodeAction => ({
            title,
            kind: 'quickfix',
            isPreferred: true,
            diagnostics: message ? [protocolDiagnostic(message, documentation)] : [],
            edit: edit(edits),
          }),
        ),
        ...(all ? [{ title: all.title, kind: FIX_ALL, edit: edit(all.edits) }] : []),
      ];
    });
}

function refused(reason: string): ResponseError {
  return new ResponseError(LSPErrorCodes.RequestFailed, reason);
}
