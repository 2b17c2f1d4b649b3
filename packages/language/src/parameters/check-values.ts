import type { ParameterSpec } from '@switchboard/model/catalog';
import type { PlanValue } from '@switchboard/model/plan';
import { isTimezone } from '@switchboard/model/schedule/schedule';
import { compilePattern } from '../check/expressions/patterns.ts';
import type { Report } from '../diagnostics/diagnostics.ts';
import { adviceOf, closest, MAX_LISTED } from '../suggest/suggest.ts';
import type { ParameterNode, ValueNode } from '../syntax/tree/value-tree.ts';

const EXPECTED: Readonly<Record<ParameterSpec['type'], string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  strings: 'a list of strings',
  integers: 'a list of integers',
  object: 'an object in braces',
};
const LISTS: Partial<Readonly<Record<ParameterSpec['type'], 'string' | 'integer'>>> = {
  strings: 'string',
  integers: 'integer',
};

/** A value as plain JSON. */
export function planValue(node: ValueNode): PlanValue {
  if (node.kind === 'constant') return node.value;
  if (node.kind === 'list') return node.items.map(planValue);
  return Object.fromEntries(node.entries.map((entry) => [entry.name.text, planValue(entry.value)]));
}

function found(node: ValueNode): string {
  if (node.kind !== 'constant') return node.kind === 'list' ? 'a list' : 'an object';
  return typeof node.value === 'string' ? `the text "${node.value.slice(0, 40)}"` : String(node.value);
}

function isOf(node: ValueNode, type: ParameterSpec['type']): boolean {
  if (type === 'object') return node.kind === 'object';
  if (node.kind !== 'constant') return false;
  if (type === 'integer') return Number.isSafeInteger(node.value);
  return typeof node.value === type;
}

/** Checks one parameter's value against its description. */
export function checkValue(entry: ParameterNode, spec: ParameterSpec, report: Report): void {
  const { value } = entry;
  if (value.kind === 'constant' && typeof value.value === spec.type && !spec.allowed) {
    // A text or a truth value that may be anything, nearly always.
    checkConstant(value, spec, report);
    return;
  }
  const element = LISTS[spec.type];
  const single = element !== undefined && spec.single === true && value.kind !== 'list';
  const wrongKind = element !== undefined && value.kind !== 'list' && !single;
  const items = element !== undefined && value.kind === 'list' ? value.items : [value];
  const type = element ?? spec.type;
  for (const item of items) {
    // A value of a kind that some allowed ones are of is judged by the list of these.
    const listed = item.kind === 'constant' && spec.allowed?.some((each) => typeof each === typeof item.value);
    if (wrongKind || !(isOf(item, type) || listed)) {
      const expected = single ? `${EXPECTED[type]} or ${EXPECTED[spec.type]}` : EXPECTED[spec.type];
      report('SBS4004', item, { name: spec.name, expected, found: found(item) });
      return;
    }
    if (item.kind === 'constant') checkConstant(item, spec, report);
  }
}

function checkConstant(node: Extract<ValueNode, { kind: 'constant' }>, spec: ParameterSpec, report: Report): void {
  const { value } = node;
  if (typeof value === 'number') {
    const low = spec.minimum !== undefined && value < spec.minimum;
    if (low || (spec.maximum !== undefined && value > spec.maximum)) {
      const range =
        spec.maximum === undefined
          ? `at least ${spec.minimum}`
          : spec.minimum === undefined
            ? `at most ${spec.maximum}`
            : `${spec.minimum} to ${spec.maximum}`;
      report('SBS4015', node, { name: spec.name, range, value: String(value) });
      return;
    }
  }
  if (spec.allowed && !spec.allowed.some((each) => each === value)) {
    const allowed = spec.allowed.map(String);
    const advice = adviceOn(String(value), allowed);
    report('SBS4005', node, { value: String(value), name: spec.name, advice });
    return;
  }
  if (typeof value === 'string' && spec.syntax) checkSyntax(value, node, spec, report);
}

/** Advice for a value that is not allowed. Single characters stand in quotation marks. */
function adviceOn(value: string, allowed: readonly string[]): string {
  if (allowed.every((each) => each.length === 1)) return `Use one of ${allowed.map((each) => `"${each}"`).join(', ')}.`;
  const near = closest(value, allowed);
  return near === null && allowed.length > MAX_LISTED
    ? `Use one of ${allowed.join(', ')}.`
    : adviceOf(near, allowed, 'value');
}

function checkSyntax(value: string, node: ValueNode, spec: ParameterSpec, report: Report): void {
  const { name } = spec;
  switch (spec.syntax) {
    case 'timezone':
      if (!isTimezone(value)) report('SBS4011', node, { name: value });
      return;
    case 'pattern':
      // Every text but an empty one is a file pattern.
      if (value === '') report('SBS4012', node, { pattern: value, name, reason: 'it is empty' });
      return;
    case 'regex': {
      const compiled = compilePattern(value);
      const reason = value === '' ? 'it is empty' : 'mistake' in compiled ? compiled.mistake : null;
      if (reason !== null) report('SBS4012', node, { pattern: value, name, reason });
      return;
    }
    case 'datetime_pattern':
      if (!/YYYY|YY|MM?|DD?/.test(value)) report('SBS4013', node, { name, pattern: value });
      return;
    case 'url':
      if (!/^https?:\/\/[^\s/?#]+/i.test(value)) report('SBS4020', node, { value });
      return;
    case 'template': {
      if (!value.includes('{')) return;
      // Other words in braces are the connector's own, such as {file}.
      const strange = [...value.matchAll(/\{([ymdhs\-_/.]+)\}/gi)].find(
        (match) => !/^(?:YYYY|YY|MM|DD|[-_/.])+$/.test(match[1] ?? ''),
      );
      if (strange) report('SBS4021', node, { token: strange[0], name });
      return;
    }
    default:
      return;
  }
}
