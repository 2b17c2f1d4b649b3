import { EXPLAIN_PARAMETER } from '../../entities/failure/failure-ref.ts';
import { choice, flag, type Parameter, text } from '../../lib/address/url-state.ts';
import { readLines } from './draft/lines.ts';

export const MODES = ['Files', 'Imports', 'Exports', 'Keys', 'Changes'] as const;
export type Mode = (typeof MODES)[number];

/** The modes that a version has: a published one, and a person who may not compare, have no changes. */
export const modesOf = (status: string, mayCompare: boolean): readonly Mode[] =>
  MODES.filter((mode) => mode !== 'Changes' || (mayCompare && status !== 'running'));

/** `editor`: the text; `diff`: beside the compared version; `inline-diff`: both versions in one column. */
export const VARIANTS = ['editor', 'diff', 'inline-diff'] as const;
export type Variant = (typeof VARIANTS)[number];

/** `draft`: a file of the draft; `original`: one that only the compared version has. */
const FILE_TYPES = ['draft', 'original'] as const;

/** A start line, an end line, a start column and an end column: 12-12-1-1. */
const lines: Parameter<string> = {
  read: (value) => (value !== null && readLines(value) !== null ? value : ''),
  write: (value) => value || null,
  isValid: (value) => readLines(value) !== null,
};

/** An address of the console. Others are not followed. */
const referrer: Parameter<string> = {
  read: (value) => (value !== null && isOwnAddress(value) ? value : ''),
  write: (value) => value || null,
  isValid: isOwnAddress,
};

function isOwnAddress(value: string): boolean {
  return /^\/app\/[^/\\]/.test(value);
}

/** The query parameters of the script editor. */
export const EDITOR_PARAMETERS = {
  mode: choice(MODES, 'Files'),
  variant: choice(VARIANTS, 'editor'),
  file: text,
  fileType: choice(FILE_TYPES, 'draft'),
  referrer,
  lines,
  /** The version that the draft is compared with; the published one without it. */
  compare: text,
  /** The failure that is explained above the text. */
  explain: EXPLAIN_PARAMETER,
  /** Subject of the lineage that replaces the text: a box of the diagram, or `all`; and a column of the box, `*` for its undeclared ones. */
  lineage: text,
  lineageColumn: text,
  /** Whether the panel of the review is open. */
  review: flag,
};

/** The query parameters of /editor/scripts. */
export const SCRIPTS_PARAMETERS = { type: text };
