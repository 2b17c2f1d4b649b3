import type { EmptyResultChoice, PlanKey, PlanValue, UploadMode } from '@switchboard/model/plan';
import { EMPTY_RESULT_CHOICES, REPLACING_MODES, UPLOAD_MODES } from '@switchboard/model/plan';
import { reportUnknown } from '../check/names/tables.ts';
import type { Checked, CheckedUpload, Placed, Program } from '../check/program.ts';
import { type CheckedBlock, checkBlock, checkKey, checkParameters, keyOfBlock } from '../parameters/check-block.ts';
import { UPLOAD_PARAMETERS } from '../parameters/upload.ts';
import { advise } from '../suggest/suggest.ts';
import type { Cursor } from '../syntax/parse/cursor.ts';
import { parseBlock } from '../syntax/parse/parse-values.ts';
import { WORD } from '../syntax/tokens/codes.generated.ts';
import type { UploadNode } from '../syntax/tree/declaration-tree.ts';
import type { ParameterNode } from '../syntax/tree/value-tree.ts';
import type { DeclarationSpec } from './declaration-spec.ts';

function parse(cursor: Cursor): UploadNode {
  const keyword = cursor.takeKeyword();
  const table = cursor.expectName('a table');
  const alias = cursor.take(WORD.as) ? cursor.expectName('a name for the upload') : null;
  cursor.expect(WORD.to, 'An upload is written upload table to { … };');
  const parameters = parseBlock(cursor);
  cursor.expectEnd('the upload', alias ?? table);
  return { kind: 'upload', keyword, table, alias, parameters, start: keyword.start, end: cursor.end };
}

function entry(node: UploadNode, name: string): ParameterNode | undefined {
  for (const each of node.parameters.entries) if (each.name.text === name) return each;
  return undefined;
}

function shownValue(value: PlanValue | undefined): string | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** The connector's template with parameters and defaults filled in; date tokens stay for the run that knows the date. */
export function destinationOf({ spec, parameters, connector, name }: CheckedUpload): string {
  const template = spec?.destination?.shownAs ?? connector;
  return template
    .replace(/\{([A-Za-z_]\w*)\}(\.?)/g, (whole, hole: string, dot: string) => {
      const described = spec?.destination?.parameters.find((each) => each.name === hole);
      const given = Object.hasOwn(parameters, hole) ? parameters[hole] : described?.default;
      const value = shownValue(given);
      // A part that the server chooses is not shown.
      if (value === null) return described ? '' : whole;
      return value === '' ? '' : value + dot;
    })
    .replaceAll('{name}', name);
}

function checkMode(placed: Placed<UploadNode>, block: CheckedBlock): UploadMode {
  const at = entry(placed.node, 'mode');
  const modes = block.spec?.destination?.modes ?? UPLOAD_MODES;
  const mode = UPLOAD_MODES.find((each) => each === block.parameters.mode);
  if (mode !== undefined && at && !modes.includes(mode)) {
    placed.report('SBS4005', at.value, {
      value: mode,
      name: 'mode',
      advice: `${block.connector} can do ${modes.join(', ')}.`,
    });
  }
  const keys = entry(placed.node, 'key_columns')?.value;
  const keyless = !keys || (keys.kind === 'list' && keys.items.length === 0);
  if (mode === 'upsert' && at && !placed.node.parameters.broken && keyless) placed.report('SBS4018', at.value, {});
  return (
    mode ??
    UPLOAD_MODES.find((each) => each === 'replace_date' && modes.includes(each)) ??
    UPLOAD_MODES.find((each) => modes.includes(each)) ??
    'replace_date'
  );
}

/** Mode append and mode upsert have no rows of which a result without rows would be the new version. */
function checkWhenEmpty(placed: Placed<UploadNode>, block: CheckedBlock, mode: UploadMode): EmptyResultChoice {
  const at = entry(placed.node, 'when_empty');
  const choice = EMPTY_RESULT_CHOICES.find((each) => each === block.parameters.when_empty) ?? 'keep';
  if (at && choice === 'replace' && !REPLACING_MODES.includes(mode))
    placed.report('SBS4033', at.value, { mode, modes: REPLACING_MODES.join(' or ') });
  return choice;
}

function checkKeyColumns(placed: Placed<UploadNode>, program: Program): void {
  const at = entry(placed.node, 'key_columns');
  const table = program.tables.get(placed.node.table.text);
  if (!at || !table || table.open || table.flawed) return;
  const names = table.columns.map((column) => column.name);
  const seen = new Set<string>();
  for (const item of at.value.kind === 'list' ? at.value.items : [at.value]) {
    if (item.kind !== 'constant' || typeof item.value !== 'string') continue;
    if (seen.has(item.value)) placed.report('SBS5005', item, { name: item.value });
    seen.add(item.value);
    const column = table.columns.find((each) => each.name === item.value);
    if (column) program.recorder?.output('use', column.name, item, column);
    if (column) continue;
    placed.report('SBS2004', item, {
      name: item.value,
      table: table.name,
      advice: advise(item.value, names, 'column in it'),
    });
  }
}

function checkDeadline(placed: Placed<UploadNode>): void {
  const deadline = entry(placed.node, 'deadline');
  if (
    deadline?.value.kind === 'constant' &&
    typeof deadline.value.value === 'string' &&
    !/^([01]\d|2[0-3]):[0-5]\d$/.test(deadline.value.value)
  ) {
    placed.report('SBS4019', deadline.value, { value: deadline.value.value });
  }
}

/** Checks the target of test runs; gives the key that it has in place of the upload's own. */
function checkTest(placed: Placed<UploadNode>, { spec }: CheckedBlock, program: Program): PlanKey | null {
  const test = entry(placed.node, 'test');
  if (test?.value.kind !== 'object') return null;
  const specs = spec?.destination?.parameters;
  if (spec && specs) {
    const shared = UPLOAD_PARAMETERS.filter(
      (each) => ['key', 'mode', 'key_columns'].includes(each.name) && !specs.some((own) => own.name === each.name),
    );
    checkParameters(test.value, [...shared, ...specs], `the test target of ${spec.name}`, placed.report, true);
    checkKey(test.value, spec, program, placed.report);
  }
  return keyOfBlock(test.value, program.catalog);
}

function check(program: Program, anyPlaced: Placed): Checked | null {
  const { node, report, project, path } = anyPlaced;
  if (node.kind !== 'upload') return null;
  const placed: Placed<UploadNode> = { node, report, project, path };
  const at = node.alias ?? node.table;
  program.recorder?.enter(path, node.table.text);
  program.recorder?.use({ kind: 'table', name: node.table.text }, node.table);
  program.recorder?.declare({ kind: 'upload', name: at.text }, at);
  const table = program.tables.get(node.table.text);
  if (!table) reportUnknown(program, node.table, 'SBS2009', report);
  else if (table.sourceless) report('SBS3068', node.table, { table: table.name });
  const block = checkBlock(node.parameters, 'destination', UPLOAD_PARAMETERS, program, report);
  const mode = checkMode(placed, block);
  const whenEmpty = checkWhenEmpty(placed, block, mode);
  checkKeyColumns(placed, program);
  checkDeadline(placed);
  const testKey = checkTest(placed, block, program);
  return {
    kind: 'upload',
    tables: NONE,
    upload: {
      name: at.text,
      project,
      table: node.table.text,
      connector: block.connector,
      key: block.key,
      ...(testKey && { testKey }),
      parameters: block.parameters,
      mode,
      ...(whenEmpty !== 'keep' && { whenEmpty }),
      columns: table?.columns ?? [],
      spec: block.spec,
    },
  };
}

const NONE: readonly [] = [];

export const UPLOAD: DeclarationSpec = {
  keywords: ['upload', 'export'],
  followers: ['to', 'as'],
  doc: 'Declares where the rows of a table go.',
  example: 'upload daily to { type: "postgres"; key: "warehouse"; table: "daily"; };',
  kinds: ['upload'],
  parse,
  tables: () => NONE,
  reads: (node) => (node.kind === 'upload' ? [node.table] : NONE),
  check,
};
