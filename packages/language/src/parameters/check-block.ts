import type { ConnectorSpec, ParameterSpec, Parameters, PlanValue } from '@switchboard/model';
import type { Program } from '../check/program.ts';
import { advise, closest } from '../check/suggest.ts';
import type { Report } from '../diagnostics.ts';
import type { Span } from '../syntax/tokens.ts';
import type { BlockNode, ParameterNode } from '../syntax/tree.ts';
import { checkValue, planValue } from './check-values.ts';

export type CheckedBlock = {
  /** Name before the colon of `type`; empty when there is none. */
  readonly connector: string;
  readonly spec: ConnectorSpec | null;
  readonly key: string | null;
  readonly parameters: Parameters;
};

function entryOf(block: BlockNode, name: string): ParameterNode | undefined {
  return block.entries.find((entry) => entry.name.text === name);
}

function textOfEntry(entry: ParameterNode | undefined): string | null {
  return entry?.value.kind === 'constant' && typeof entry.value.value === 'string' ? entry.value.value : null;
}

/** Where a missing parameter is asked for: the block's opening brace. */
function place(block: Pick<BlockNode, 'start'>): Span {
  return { start: block.start, end: block.start + 1 };
}

/** The parameters of a block as plain JSON, each once. */
export function plainParameters(block: BlockNode): Parameters {
  const parameters: Record<string, PlanValue> = Object.create(null) as Record<string, PlanValue>;
  for (const entry of block.entries) parameters[entry.name.text] ??= planValue(entry.value);
  return { ...parameters };
}

/** Reports unknown, repeated, ill-typed, excluded and missing parameters. `owner` is named in messages; `partial` blocks lack nothing. */
export function checkParameters(
  block: Pick<BlockNode, 'entries' | 'start'>,
  specs: readonly ParameterSpec[],
  owner: string,
  report: Report,
  partial = false,
): void {
  const given = new Map<string, ParameterNode>();
  const names = specs.map((spec) => spec.name);
  for (const entry of block.entries) {
    const name = entry.name.text;
    const spec = specs.find((each) => each.name === name);
    if (given.has(name)) report('SBS4014', entry.name, { name });
    else if (spec) checkValue(entry, spec, report);
    else {
      const near = closest(name, names);
      const fix =
        near === null
          ? undefined
          : { title: `Write ${near}`, edits: [{ start: entry.name.start, end: entry.name.end, text: near }] };
      report('SBS4002', entry.name, { name, connector: owner, advice: advise(name, names, 'parameter') }, fix);
    }
    given.set(name, entry);
  }
  checkGroups(block, given, specs, report, partial);
  if (partial) return;
  for (const spec of specs) {
    const missing = spec.required && spec.group === undefined && spec.default === undefined && !given.has(spec.name);
    if (missing && spec.name !== 'type') report('SBS4003', place(block), { name: spec.name, doc: spec.doc });
  }
}

function checkGroups(
  block: Pick<BlockNode, 'start'>,
  given: ReadonlyMap<string, ParameterNode>,
  specs: readonly ParameterSpec[],
  report: Report,
  partial: boolean,
): void {
  for (const group of new Set(specs.flatMap((spec) => spec.group ?? []))) {
    const members = specs.filter((spec) => spec.group === group);
    const [first, second] = members
      .filter((spec) => given.has(spec.name))
      .sort((a, b) => (given.get(a.name)?.start ?? 0) - (given.get(b.name)?.start ?? 0));
    const at = second && given.get(second.name);
    if (first && second && at) report('SBS4006', at.name, { name: second.name, other: first.name });
    if (!first && !partial && members.some((spec) => spec.required))
      report('SBS4007', place(block), { names: members.map((spec) => spec.name).join(', ') });
  }
}

function checkKey(block: BlockNode, spec: ConnectorSpec, program: Program, report: Report): void {
  const { catalog, recorder } = program;
  const entry = entryOf(block, 'key');
  const name = textOfEntry(entry);
  if (!entry || name === null) {
    if (spec.keyRequired && !entry && !block.broken)
      report('SBS4003', place(block), { name: 'key', doc: 'The name of a stored key.' });
    return;
  }
  const key = catalog.keys.find((each) => each.name === name);
  recorder?.use({ kind: 'key', name }, entry.value);
  if (spec.keyTypes.length === 0) report('SBS4017', entry, { name: spec.name });
  else if (!key) {
    const usable = catalog.keys.filter((each) => spec.keyTypes.includes(each.type) && each.status !== 'archived');
    report('SBS4008', entry.value, {
      name,
      advice: advise(
        name,
        usable.map((each) => each.name),
        `key for ${spec.name} yet: add one under Keys`,
      ),
    });
  } else if (!spec.keyTypes.includes(key.type)) {
    report('SBS4009', entry.value, {
      name,
      type: key.type,
      connector: spec.name,
      expected: spec.keyTypes.join(' or '),
    });
  } else if (key.status !== 'active') report('SBS4010', entry.value, { name, status: key.status });
}

/** Checks the block of a download or an upload: its connector, its parameters and its key. */
export function checkBlock(
  block: BlockNode,
  side: 'source' | 'destination',
  shared: readonly ParameterSpec[],
  program: Program,
  report: Report,
): CheckedBlock {
  const { catalog, recorder } = program;
  const entry = entryOf(block, 'type');
  const type = textOfEntry(entry);
  const parameters = plainParameters(block);
  const key = textOfEntry(entryOf(block, 'key'));
  const connector = (type ?? '').split(':', 1)[0] ?? '';
  const usable = catalog.connectors.filter((each) => each[side] !== undefined).map((each) => each.name);
  const spec = catalog.connectors.find((each) => each.name === connector) ?? null;
  const described = spec?.[side];
  for (const each of block.entries)
    recorder?.use({ kind: 'parameter', owner: connector, name: each.name.text }, each.name);
  if (entry && type !== null) recorder?.use({ kind: 'connector', name: connector }, entry.value);
  const refused = { connector, spec: null, key, parameters };
  if (!entry || type === null) {
    if (entry) report('SBS4004', entry.value, { name: 'type', expected: 'a text', found: 'something else' });
    else if (!block.broken) report('SBS4003', place(block), { name: 'type', doc: 'The connector.' });
    return refused;
  }
  if (!spec) {
    report('SBS4001', entry.value, { name: connector, advice: advise(connector, usable, 'connector') });
    return refused;
  }
  if (!described) {
    const what = side === 'source' ? 'be downloaded from' : 'be uploaded to';
    report('SBS4016', entry.value, { name: connector, what, advice: `Use one of ${usable.join(', ')}.` });
    return refused;
  }
  const own = new Set(described.parameters.map((each) => each.name));
  const specs = [...shared.filter((each) => !own.has(each.name)), ...described.parameters];
  checkParameters(block, specs, connector, report, block.broken);
  checkKey(block, spec, program, report);
  return { connector, spec, key, parameters };
}
