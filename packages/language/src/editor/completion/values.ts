import type { ParameterSpec } from '@switchboard/model/catalog';
import { UPLOAD_MODES } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import { CompletionItemKind } from 'vscode-languageserver-types';
import type { Workspace } from '../../workspace.ts';
import type { BlockPlace } from '../context/blocks.ts';
import type { Word } from '../context/cursor-text.ts';
import { describeConnector } from '../describe/describe-connector.ts';
import { connectorOf, parametersOf } from '../parameter-specs.ts';
import { timezones } from '../timezones.ts';
import { asText, type Candidate, type Details } from './candidate.ts';

const { Constant, EnumMember, Field, Module, Value } = CompletionItemKind;
const DATE_PATTERNS = ['YYYY-MM-DD', 'YYYYMMDD', 'DD-MM-YYYY', 'MM-DD-YYYY', 'YYYY_MM_DD'];
const TEMPLATES = ['{YYYY-MM-DD}', '{YYYY}/{MM}/{DD}', '{YYYYMMDD}'];

function values(
  texts: readonly string[],
  kind: CompletionItemKind,
  word: Word,
  details?: (text: string) => Details,
): Candidate[] {
  return texts.map((label, rank) => ({
    label,
    kind,
    rank,
    ...asText(label, word),
    ...(details ? { details: () => details(label) } : {}),
  }));
}

function connectors({ catalog }: Workspace, side: 'source' | 'destination', word: Word): Candidate[] {
  return catalog.connectors
    .filter((connector) => connector[side] !== undefined)
    .map((connector) => ({
      label: connector.name,
      kind: Module,
      rank: connector.deprecated ? 1 : 0,
      ...asText(connector.name, word),
      details: () => ({
        detail: connector.displayName,
        documentation: describeConnector(connector),
        deprecated: connector.deprecated === true,
      }),
    }));
}

/** Keys that the connector takes, those in use first; archived ones cannot be used. */
function keys({ catalog }: Workspace, block: BlockPlace, word: Word): Candidate[] {
  const connector = connectorOf(block.type, catalog);
  return catalog.keys
    .filter((key) => key.status !== 'archived' && (connector?.keyTypes.includes(key.type) ?? true))
    .map(({ name, type, status }) => ({
      label: name,
      kind: Constant,
      rank: status === 'active' ? 0 : 1,
      ...asText(name, word),
      details: () => ({ detail: status === 'active' ? type : `${type}, ${status}` }),
    }));
}

function modes({ catalog }: Workspace, block: BlockPlace, word: Word): Candidate[] {
  const able = connectorOf(block.type, catalog)?.destination?.modes ?? UPLOAD_MODES;
  return values(
    UPLOAD_MODES.filter((mode) => able.includes(mode)),
    EnumMember,
    word,
  );
}

/** Columns of the table that an upload sends. */
function columns(workspace: Workspace, block: BlockPlace, word: Word, suits: (column: Column) => boolean): Candidate[] {
  const table = block.table === null ? undefined : workspace.table(block.table);
  return values(
    (table?.columns ?? []).filter(suits).map((column) => column.name),
    Field,
    word,
  );
}

function bySyntax(spec: ParameterSpec, word: Word): Candidate[] {
  switch (spec.syntax) {
    case 'timezone':
      return values(timezones(), Value, word);
    case 'datetime_pattern':
      return values(DATE_PATTERNS, Value, word);
    case 'template':
      return values(TEMPLATES, Value, word);
    default:
      return [];
  }
}

/** Constants written without quotation marks. */
function bare(texts: readonly string[], word: Word): Candidate[] {
  if (word.quote) return [];
  return texts.map((label, rank) => ({ label, kind: Value, rank, text: label }));
}

/** The values of a parameter. `listed` are those that its list has already. */
export function valueCandidates(
  workspace: Workspace,
  block: BlockPlace,
  name: string,
  listed: readonly string[] | null,
  word: Word,
): Candidate[] {
  const { side } = block;
  const spec = parametersOf(block, workspace.catalog).find((each) => each.spec.name === name)?.spec;
  if (!spec) return [];
  const left = (candidates: readonly Candidate[]): Candidate[] =>
    candidates.filter((candidate) => !listed?.includes(candidate.label));
  if (side !== 'member' && name === 'type') return connectors(workspace, side, word);
  if (name === 'key') return keys(workspace, block, word);
  if (name === 'mode' && side === 'destination') return modes(workspace, block, word);
  if (name === 'key_columns') return left(columns(workspace, block, word, () => true));
  if (name === 'date_column')
    return columns(workspace, block, word, ({ type }) => type.kind === 'date' || type.kind === 'datetime');
  if (spec.type === 'boolean') return bare(['true', 'false'], word);
  if (spec.allowed) {
    const texts = spec.allowed.filter((value) => typeof value === 'string');
    return left([
      ...values(texts, EnumMember, word),
      ...bare(spec.allowed.filter((value) => typeof value === 'number').map(String), word),
    ]);
  }
  const syntax = left(bySyntax(spec, word));
  if (syntax.length > 0 || spec.default === undefined) return syntax;
  return typeof spec.default === 'string'
    ? values([spec.default], Value, word)
    : bare([JSON.stringify(spec.default)], word);
}
