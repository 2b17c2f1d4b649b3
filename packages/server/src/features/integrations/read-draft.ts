import type { IntegrationType } from '@switchboard/model/integrations/integration-types';
import type {
  FilterDraft,
  IntegrationProblem,
  IntegrationValues,
} from '@switchboard/model/integrations/validate-integration';
import { z } from 'zod';

const MAX_FILTERS = 100;
const MAX_ITEMS = 50;

const Text = z.string().max(8_000);
const Authorization = z.record(z.string(), Text.nullable());
const Item = z.strictObject({ fruit: Text.min(1), color: Text.min(1) });
const Configuration = z
  .object({ items: z.array(Item).max(MAX_ITEMS).nullable().optional() })
  .catchall(z.union([Text, z.boolean(), z.null()]));
const Flag = z.boolean().default(false);
const Filters = z
  .array(
    z.strictObject({
      id: z.uuid().nullable().default(null),
      production: Flag,
      backfills: Flag,
      proofs: Flag,
      lateUploads: Flag,
      configuration: z.record(z.string(), Text.nullable()).default({}),
    }),
  )
  .max(MAX_FILTERS);

/** The arguments of a call, as they came. */
export type GivenDraft = {
  readonly authorization: unknown;
  readonly configuration: unknown;
  readonly filters: unknown;
};

/** Changes that a call requests. A null configuration leaves it unchanged; null filters mean no filters. */
export type ReadDraft = {
  readonly authorization: IntegrationValues;
  readonly configuration: IntegrationValues | null;
  readonly filters: readonly FilterDraft[] | null;
};

/** Reads the arguments of a call. Problems name their place by a JSON path. */
export function readDraft(type: IntegrationType, given: GivenDraft): ReadDraft | readonly IntegrationProblem[] {
  const problems: IntegrationProblem[] = [];
  const read = <Value>(name: keyof GivenDraft, schema: z.ZodType<Value>): Value | null => {
    if (given[name] === null || given[name] === undefined) return null;
    const result = schema.safeParse(given[name]);
    if (result.success) return result.data;
    problems.push(...result.error.issues.map(({ path, message }) => ({ path: jsonPath([name, ...path]), message })));
    return null;
  };
  const authorization = trimmed(read('authorization', Authorization) ?? {});
  const configuration = read('configuration', Configuration);
  const filters = read('filters', Filters);
  problems.push(...unknownFields(type, 'authorization', authorization));
  if (configuration !== null) problems.push(...unknownFields(type, 'configuration', configuration));
  if (problems.length > 0) return problems;
  return {
    authorization,
    configuration: configuration && trimmed(configuration),
    filters: filters?.map((filter) => ({ ...filter, configuration: trimmed(filter.configuration) })) ?? null,
  };
}

function unknownFields(
  type: IntegrationType,
  section: 'authorization' | 'configuration',
  values: IntegrationValues,
): readonly IntegrationProblem[] {
  const known = new Set(type.fields.flatMap((field) => (field.section === section ? [field.name] : [])));
  if (section === 'configuration' && type.hasItems === true) known.add('items');
  return Object.keys(values)
    .filter((name) => !known.has(name))
    .map((name) => ({
      path: `${section}.${name.slice(0, 100)}`,
      message: `${type.displayName} integrations have no field ${name.slice(0, 100)}.`,
    }));
}

/** `filters[0].configuration.name` */
function jsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}

/** Texts trimmed; what is empty is left out, as is null and a flag that is off. */
function trimmed(values: IntegrationValues): IntegrationValues {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
      const kept = typeof value === 'string' ? value.trim() : value;
      const isEmpty = kept === '' || kept === null || kept === false || (Array.isArray(kept) && kept.length === 0);
      return isEmpty ? [] : [[name, kept]];
    }),
  );
}
