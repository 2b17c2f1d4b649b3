import type { AssertionClaim } from '@switchboard/model/plan';
import type { Checked, CheckedAssertion, Placed, Program } from '../../check/program.ts';
import type { AssertionNode, ClaimNode } from '../../syntax/tree/declaration-tree.ts';
import { NO_QUERY } from '../../typed/typed.ts';
import { checkReference, checkRows, checkUnique, type RowQuery } from './claim-queries.ts';

const MAX_DATES = 31;

type RowCount = Extract<ClaimNode, { kind: 'row_count' }>;

function checkRowCount({ low, high, dates }: RowCount, { report }: Placed): Extract<AssertionClaim, RowCountKind> {
  if (low.value > high.value)
    report('SBS4040', { start: low.start, end: high.end }, { low: String(low.value), high: String(high.value) });
  for (const number of dates ? [] : [low, high])
    if (!Number.isSafeInteger(number.value)) report('SBS4042', number, { value: String(number.value) });
  if (dates && !(Number.isSafeInteger(dates.value) && dates.value >= 1 && dates.value <= MAX_DATES))
    report('SBS4041', dates, { value: String(dates.value) });
  return { kind: 'row_count', low: low.value, high: high.value, dates: dates?.value ?? null };
}

type RowCountKind = { readonly kind: 'row_count' };

function rowsOf(program: Program, placed: Placed<AssertionNode>): RowQuery {
  const { claim } = placed.node;
  if (claim.kind === 'unique') return checkUnique(program, placed, claim.columns);
  if (claim.kind === 'reference') return checkReference(program, placed, claim);
  return checkRows(program, placed, claim);
}

/** Checks an assertion. Its query selects the rows that contradict it. */
export function checkAssertion(program: Program, { node, project, path, report }: Placed): Checked | null {
  if (node.kind !== 'assertion') return null;
  const placed: Placed<AssertionNode> = { node, project, path, report };
  program.recorder?.enter(path, '');
  program.recorder?.declare({ kind: 'assertion', name: node.name.text }, node.name);
  const { query } = rowsOf(program, placed);
  const { claim } = node;
  const checked: CheckedAssertion = {
    name: node.name.text,
    project,
    table: node.table.text,
    severity: node.severity,
    inputs: [...new Set([node.table.text, ...(claim.kind === 'reference' ? [claim.table.text] : [])])],
    claim: claim.kind === 'row_count' ? checkRowCount(claim, placed) : { kind: claim.kind },
  };
  return { kind: 'assertion', tables: NONE, assertion: checked, query: program.queries ? query : NO_QUERY };
}

const NONE: readonly [] = [];
