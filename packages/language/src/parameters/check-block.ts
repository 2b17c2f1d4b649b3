import type { Catalog, ConnectorSpec, ParameterSpec } from '@switchboard/model/catalog';
import type { Parameters, PlanKey, PlanValue } from '@switchboard/model/plan';
import type { Program } from '../check/program.ts';
import type { Fix, Report } from '../diagnostics/diagnostics.ts';
import { advise, closest } from '../suggest/suggest.ts';
import type { BlockNode, ParameterNode } from '../syntax/tree/value-tree.ts';
import type { Span } from '../text/span.ts';
import { checkValue, planValue } from './check-values.ts';
import { additionOf, removalOf, renamingOf, rewritingOf } from './entry-fixes.ts';
import { listKeyTypes } from './list-key-types.ts';

type Block = Pick<BlockNode, 'entries' | 'start' | 'end'>;

export type CheckedBlock = {
  /** Name before the colon of `type`; empty when there is none. */
  readonly connector: string;
  readonly spec: ConnectorSpec | null;
  readonly key: PlanKey | null;
  readonly parameters: Parameters;
};

function entryOf({ entries }: Block, name: string): ParameterNode | undefined {
  for (const entry of entries) if (entry.name.text === name) return entry;
  return undefined;
}

/** Up to this many names, a linear search is faster than a map. */
const FEW = 16;

/** Finds the number of the first entry of a name, -1 if there is none. */
function numbersOf({ entries }: Block): (name: string) => number {
  if (entries.length <= FEW) return (name) => numberIn(entries, name);
  const numbers = new Map<string, number>();
  for (const [index, { name }] of entries.entries()) if (!numbers.has(name.text)) numbers.set(name.text, index);
  return (name) => numbers.get(name) ?? -1;
}

function numberIn(entries: readonly ParameterNode[], name: string): number {
  for (let index = 0; index < entries.length; index += 1) if (entries[index]?.name.text === name) return index;
  return -1;
}

function textOfEntry(entry: ParameterNode | undefined): string | null {
  return entry?.value.kind === 'constant' && typeof entry.value.value === 'string' ? entry.value.value : null;
}

/** The place of a missing parameter: the block's opening brace. */
function place(block: Pick<BlockNode, 'start'>): Span {
  return { start: block.start, end: block.start + 1 };
}

/** The parameters of a block as plain JSON, each once. */
export function plainParameters(block: BlockNode): Parameters {
  const parameters: Record<string, PlanValue> = {};
  for (const { name, value: node } of block.entries) {
    const { text } = name;
    if (Object.hasOwn(parameters, text) && parameters[text] !== null) continue;
    // Set plainly, this name would change what the object is.
    if (text === '__proto__')
      Object.defineProperty(parameters, text, { value: planValue(node), enumerable: true, configurable: true });
    else parameters[text] = planValue(node);
  }
  return parameters;
}

/** Parameters of which at most one may be given. */
type Group = { readonly names: readonly string[]; readonly first: ParameterSpec; readonly required: boolean };

type Index = {
  readonly byName: ReadonlyMap<string, ParameterSpec>;
  readonly names: readonly string[];
  readonly groups: readonly Group[];
  /** Required parameters of a block. */
  readonly required: readonly ParameterSpec[];
};

const indexes = new WeakMap<readonly ParameterSpec[], Index>();

function groupsOf(specs: readonly ParameterSpec[]): Group[] {
  const grouped = Map.groupBy(specs, (spec) => spec.group);
  return [...grouped].flatMap(([group, members]): Group[] => {
    const [first] = members;
    if (group === undefined || !first) return [];
    return [{ names: members.map((spec) => spec.name), first, required: members.some((spec) => spec.required) }];
  });
}

function indexOf(specs: readonly ParameterSpec[]): Index {
  const known = indexes.get(specs);
  if (known) return known;
  const index = {
    byName: new Map(specs.toReversed().map((spec) => [spec.name, spec])),
    names: specs.map((spec) => spec.name),
    groups: groupsOf(specs),
    required: specs.filter(
      (spec) => spec.required && spec.name !== 'type' && spec.group === undefined && spec.default === undefined,
    ),
  };
  indexes.set(specs, index);
  return index;
}

/** Reports unknown, repeated, ill-typed, excluded and missing parameters. `owner` is named in messages; `partial` blocks lack nothing. */
export function checkParameters(
  block: Block,
  specs: readonly ParameterSpec[],
  owner: string,
  report: Report,
  partial = false,
  samples: () => Readonly<Record<string, string>> = () => ({}),
): void {
  const { byName, names, groups, required } = indexOf(specs);
  const numberOf = numbersOf(block);
  let grouped = false;
  // Parameters that a mistyped name stands for are not missing.
  let meant: readonly string[] = NO_NAMES;
  for (let index = 0; index < block.entries.length; index += 1) {
    const entry = block.entries[index];
    if (!entry) continue;
    const name = entry.name.text;
    const spec = byName.get(name);
    grouped ||= spec?.group !== undefined;
    if (numberOf(name) < index) report('SBS4014', entry.name, { name }, removalOf(block, entry));
    else if (spec) checkValue(entry, spec, report);
    else {
      const near = closest(name, names);
      const renamed = near !== null && !entryOf(block, near);
      const fix = renamed ? renamingOf(entry, near) : removalOf(block, entry);
      if (renamed) meant = [...meant, near];
      report('SBS4002', entry.name, { name, connector: owner, advice: advise(name, names, 'parameter') }, fix);
    }
  }
  for (const group of groups)
    if (grouped || (group.required && !partial)) checkGroup(block, group, report, partial || includesAny(group, meant));
  if (partial) return;
  let missing: ParameterSpec[] | null = null;
  for (const spec of required) {
    if (numberOf(spec.name) >= 0 || meant.includes(spec.name)) continue;
    missing ??= [];
    missing.push(spec);
  }
  if (missing) reportMissing(block, missing, report, additionOf(block, missing, samples()));
}

const NO_NAMES: readonly string[] = [];

function includesAny({ names }: Group, meant: readonly string[]): boolean {
  return meant.some((name) => names.includes(name));
}

function reportMissing(
  block: Block,
  specs: readonly Pick<ParameterSpec, 'name' | 'doc'>[],
  report: Report,
  fix?: Fix,
): void {
  const names = specs.map((spec) => spec.name);
  const missing =
    names.length === 1
      ? `The parameter ${names.join()} is`
      : `The parameters ${names.slice(0, -1).join(', ')} and ${names.at(-1)} are`;
  const doc = specs.map((spec) => spec.doc).join(' ');
  report('SBS4003', place(block), { missing, doc, it: names.length === 1 ? 'it' : 'them' }, fix);
}

function checkGroup(block: Block, { names, first, required }: Group, report: Report, partial: boolean): void {
  let given: ParameterNode | null = null;
  for (const entry of block.entries) {
    const name = entry.name.text;
    if (!names.includes(name)) continue;
    given ??= entry;
    if (given.name.text === name) continue;
    report('SBS4006', entry.name, { name, other: given.name.text }, removalOf(block, entry));
    return;
  }
  if (!given && !partial && required)
    report('SBS4007', place(block), { names: names.join(', ') }, additionOf(block, [first]));
}

/** Checks the key that a block names: it exists, is active, and of a type that the connector takes. */
export function checkKey(block: Block, spec: ConnectorSpec, program: Program, report: Report): void {
  const { catalog, recorder } = program;
  const entry = entryOf(block, 'key');
  const name = textOfEntry(entry);
  if (!entry || name === null) return;
  const key = keyNamed(catalog, name);
  recorder?.use({ kind: 'key', name }, entry.value);
  if (spec.keyTypes.length === 0) report('SBS4017', entry, { name: spec.name }, removalOf(block, entry));
  else if (!key) {
    const usable = catalog.keys.filter((each) => spec.keyTypes.includes(each.type) && each.status !== 'archived');
    const known = usable.map((each) => each.name);
    const advice = advise(name, known, `key for ${spec.name} yet: add one under Keys`);
    report('SBS4008', entry.value, { name, advice }, rewritingOf(entry, name, closest(name, known)));
  } else if (!spec.keyTypes.includes(key.type)) {
    report('SBS4009', entry.value, {
      name,
      type: key.type,
      connector: spec.name,
      expected: listKeyTypes(spec.keyTypes),
    });
  } else if (key.status !== 'active') report('SBS4010', entry.value, { name, status: key.status });
  if (key && key.name !== name && spec.keyTypes.length > 0) reportFormerName(entry.value, name, key.name, report);
}

function reportFormerName(value: Span, name: string, present: string, report: Report): void {
  // Behind the opening quotation mark.
  const at = value.start + 1;
  const edits = [{ start: at, end: at + name.length, text: present }];
  report('SBS4023', value, { name, present }, { title: `Write ${present}`, edits });
}

function reportDeprecated(type: ParameterNode, spec: ConnectorSpec, report: Report): void {
  const { name, replacement } = spec;
  if (replacement === undefined) {
    report('SBS4022', type.value, { name, advice: 'Use another connector.' });
    return;
  }
  // Behind the opening quotation mark; a report after a colon stays.
  const at = type.value.start + 1;
  const edits = [{ start: at, end: at + name.length, text: replacement }];
  report('SBS4022', type.value, { name, advice: `Use ${replacement}.` }, { title: `Write ${replacement}`, edits });
}

type Merged = Map<readonly ParameterSpec[], readonly ParameterSpec[]>;

const merged = new WeakMap<ConnectorSpec, Merged>();

/** The parameters that a connector takes, with those that all take. */
function specsOf(
  spec: ConnectorSpec,
  own: readonly ParameterSpec[],
  shared: readonly ParameterSpec[],
): readonly ParameterSpec[] {
  const ofSpec: Merged = merged.get(spec) ?? new Map();
  const known = ofSpec.get(shared);
  if (known) return known;
  const names = new Set(own.map((each) => each.name));
  const specs = [...shared.filter((each) => !names.has(each.name)), ...own].map((each) =>
    each.name === 'key' && spec.keyRequired ? { ...each, required: true } : each,
  );
  merged.set(spec, ofSpec.set(shared, specs));
  return specs;
}

type Named = { readonly connectors: Map<string, ConnectorSpec>; readonly keys: Map<string, Catalog['keys'][number]> };

const catalogs = new WeakMap<Catalog, Named>();

/** A catalog's connectors and keys by name: an account may have hundreds of each, and thousands of declarations. */
function namesOf(catalog: Catalog): Named {
  let named = catalogs.get(catalog);
  if (!named) {
    // Of two with one name the first counts.
    named = {
      connectors: new Map(catalog.connectors.toReversed().map((each) => [each.name, each])),
      // A present name goes before the former name of another key.
      keys: new Map([
        ...catalog.keys.flatMap((each) => (each.formerNames ?? []).map((name) => [name, each] as const)),
        ...catalog.keys.toReversed().map((each) => [each.name, each] as const),
      ]),
    };
    catalogs.set(catalog, named);
  }
  return named;
}

function connectorNamed(catalog: Catalog, name: string): ConnectorSpec | null {
  return namesOf(catalog).connectors.get(name) ?? null;
}

function keyNamed(catalog: Catalog, name: string): Catalog['keys'][number] | undefined {
  return namesOf(catalog).keys.get(name);
}

/** The key that a block names. One that does not exist is an error, so that no plan contains it. */
export function keyOfBlock(block: Block, catalog: Catalog): PlanKey | null {
  const name = textOfEntry(entryOf(block, 'key'));
  if (name === null) return null;
  const key = keyNamed(catalog, name);
  return { id: key?.id ?? key?.name ?? name, name };
}

/** Reports a block without a type, or with one whose name is mistyped. */
function reportNoType(block: BlockNode, side: 'source' | 'destination', report: Report): void {
  const mistyped = block.entries.find((entry) => closest(entry.name.text, ['type']) !== null);
  if (!mistyped) {
    reportMissing(block, [{ name: 'type', doc: 'The connector.' }], report);
    return;
  }
  const connector = side === 'source' ? 'A download' : 'An upload';
  const values = { name: mistyped.name.text, connector, advice: 'Did you mean type?' };
  report('SBS4002', mistyped.name, values, renamingOf(mistyped, 'type'));
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
  const key = keyOfBlock(block, catalog);
  const connector = (type ?? '').split(':', 1)[0] ?? '';
  const usable = (): string[] => catalog.connectors.filter((each) => each[side] !== undefined).map((each) => each.name);
  const spec = connectorNamed(catalog, connector);
  const described = spec?.[side];
  if (recorder)
    for (const each of block.entries)
      recorder.use({ kind: 'parameter', owner: connector, name: each.name.text }, each.name);
  if (entry && type !== null) recorder?.use({ kind: 'connector', name: connector }, entry.value);
  const refused = { connector, spec: null, key, parameters };
  if (!entry || type === null) {
    if (entry) report('SBS4004', entry.value, { name: 'type', expected: 'a string', found: 'another value' });
    else if (!block.broken) reportNoType(block, side, report);
    return refused;
  }
  if (!spec) {
    const known = usable();
    const values = { name: connector, advice: advise(connector, known, 'connector') };
    report('SBS4001', entry.value, values, rewritingOf(entry, connector, closest(connector, known)));
    return refused;
  }
  if (!described) {
    const what = side === 'source' ? 'be downloaded from' : 'be uploaded to';
    report('SBS4016', entry.value, { name: connector, what, advice: `Use one of ${usable().join(', ')}.` });
    return refused;
  }
  const specs = specsOf(spec, described.parameters, shared);
  if (spec.deprecated) reportDeprecated(entry, spec, report);
  checkParameters(block, specs, connector, report, block.broken, () => {
    const usable = catalog.keys.find((each) => spec.keyTypes.includes(each.type) && each.status === 'active');
    return usable ? { key: usable.name } : {};
  });
  checkKey(block, spec, program, report);
  return { connector, spec, key, parameters };
}
