import { ROLE_LABELS, ROLES } from '@switchboard/model/permissions';
import { type RawBuilder, sql } from 'kysely';
import { UUID } from '../../graphql/cursor.ts';
import type { Filter, FilterValue, Operator } from './filter.ts';
import { invalid } from './scim-error.ts';

type Condition = RawBuilder<unknown>;
type Comparison = Extract<Filter, { kind: 'compare' }>;

export const EVERY: Condition = sql`true`;
const NONE: Condition = sql`false`;

/** Columns of the attributes that are compared without regard to case. Ids are compared exactly. */
const TEXTS: Readonly<Record<string, RawBuilder<string>>> = {
  username: sql`d.email`,
  emails: sql`d.email`,
  'emails.value': sql`d.email`,
  displayname: sql`d.name`,
  'name.formatted': sql`d.name`,
};

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** The pattern of LIKE for an operator; null for one that compares otherwise. */
function patternOf(operator: Operator, text: string): string | null {
  if (operator === 'co') return `%${escaped(text)}%`;
  if (operator === 'sw') return `${escaped(text)}%`;
  return operator === 'ew' ? `%${escaped(text)}` : null;
}

function readText({ path, value }: Comparison): string {
  if (typeof value !== 'string') throw invalid('invalidFilter', `${path} is compared with a text.`);
  return value;
}

const unsupported = ({ path, operator }: Comparison) =>
  invalid('invalidFilter', `Users cannot be filtered by ${path} ${operator}.`);

function compareText(comparison: Comparison, column: RawBuilder<string>): Condition {
  const { operator } = comparison;
  if (operator === 'pr') return sql`${column} is not null`;
  const text = readText(comparison).toLowerCase();
  if (operator === 'eq') return sql`lower(${column}) = ${text}`;
  if (operator === 'ne') return sql`lower(${column}) is distinct from ${text}`;
  const pattern = patternOf(operator, text);
  if (pattern === null) throw unsupported(comparison);
  return sql`lower(${column}) like ${pattern}`;
}

function compareExternalId(comparison: Comparison): Condition {
  const { operator } = comparison;
  if (operator === 'pr') return sql`d.external_id is not null`;
  if (operator === 'eq') return sql`d.external_id = ${readText(comparison)}`;
  if (operator === 'ne') return sql`d.external_id is distinct from ${readText(comparison)}`;
  throw unsupported(comparison);
}

function compareId(comparison: Comparison): Condition {
  const { operator } = comparison;
  if (operator === 'pr') return EVERY;
  if (operator !== 'eq' && operator !== 'ne') throw unsupported(comparison);
  const id = readText(comparison);
  if (!UUID.test(id)) return operator === 'eq' ? NONE : EVERY;
  return operator === 'eq' ? sql`d.id = ${id}::uuid` : sql`d.id <> ${id}::uuid`;
}

/** Entra ID writes True as a word, and some clients as a text. */
function readBoolean(value: FilterValue): boolean | null {
  const text = typeof value === 'string' ? value.toLowerCase() : value;
  if (text === true || text === 'true') return true;
  return text === false || text === 'false' ? false : null;
}

function compareActive(comparison: Comparison): Condition {
  const { operator, value } = comparison;
  if (operator === 'pr') return EVERY;
  const wanted = readBoolean(value);
  if (wanted === null || (operator !== 'eq' && operator !== 'ne')) throw unsupported(comparison);
  return wanted === (operator === 'eq') ? sql`d.active` : sql`(not d.active)`;
}

function compareRole(comparison: Comparison): Condition {
  const { operator } = comparison;
  if (operator === 'pr') return sql`cardinality(d.roles) > 0`;
  if (operator !== 'eq') throw unsupported(comparison);
  const text = readText(comparison);
  const role = UUID.test(text) ? text.toLowerCase() : ROLES.find((known) => known === text);
  return role === undefined ? NONE : sql`${role} = any(d.roles)`;
}

/** The groups of a user are the roles held, and those that the directory has added. */
function compareGroup(comparison: Comparison): Condition {
  const { operator, value } = comparison;
  if (operator === 'pr') return sql`(cardinality(d.roles) > 0 or d.groups <> '[]')`;
  if (operator !== 'eq' || typeof value !== 'string' || !UUID.test(value)) return compareRole(comparison);
  const isMember = sql`d.groups @> ${JSON.stringify([{ id: value.toLowerCase() }])}::jsonb`;
  return sql`(${compareRole(comparison)} or ${isMember})`;
}

function compareGroupName(comparison: Comparison): Condition {
  if (comparison.operator !== 'eq') throw unsupported(comparison);
  const name = readText(comparison);
  const roles = ROLES.filter((role) => [role, ROLE_LABELS[role]].some((known) => isSame(known, name)));
  return sql`(d.roles && ${roles}::text[] or exists (
    select from unnest(d.role_names) as n where lower(n) = ${name.toLowerCase()}) or exists (
    select from jsonb_to_recordset(d.groups) as g(name text) where lower(g.name) = ${name.toLowerCase()}))`;
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function compare(comparison: Comparison): Condition {
  const { path } = comparison;
  const column = Object.hasOwn(TEXTS, path) ? TEXTS[path] : undefined;
  if (column !== undefined) return compareText(comparison, column);
  switch (path) {
    case 'id':
      return compareId(comparison);
    case 'externalid':
      return compareExternalId(comparison);
    case 'active':
      return compareActive(comparison);
    case 'roles':
    case 'roles.value':
      return compareRole(comparison);
    case 'groups':
    case 'groups.value':
      return compareGroup(comparison);
    case 'groups.display':
      return compareGroupName(comparison);
    // Each user has one email address, which is of this type and the primary one.
    case 'emails.type':
      return comparison.operator === 'eq' && comparison.value === 'work' ? EVERY : NONE;
    case 'emails.primary':
      return comparison.operator === 'eq' && readBoolean(comparison.value) === true ? EVERY : NONE;
    default:
      throw unsupported(comparison);
  }
}

/** The condition of a filter on the rows of `listUsers`. @throws ScimError invalidFilter */
export function conditionOf(filter: Filter): Condition {
  switch (filter.kind) {
    case 'and':
      return sql`(${conditionOf(filter.left)} and ${conditionOf(filter.right)})`;
    case 'or':
      return sql`(${conditionOf(filter.left)} or ${conditionOf(filter.right)})`;
    case 'not':
      return sql`(not ${conditionOf(filter.of)})`;
    case 'compare':
      return compare(filter);
  }
}
