import { PipelineError } from '@switchboard/model/errors/errors';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { currentScope } from '../observe/scope.ts';

/** The name that stands for an erased person. */
const ERASED = 'Erased person';

/** Parameters of events that are names of people. */
type NamedParameter = 'person' | 'author' | 'approver';
/** Ids of people, by the parameter that names them. */
export type EventPeople = Readonly<Partial<Record<NamedParameter, string>>>;

type Parameters = Readonly<Record<string, unknown>>;

/**
 * Locks the people whose names are written until the transaction ends, so that their erasure waits for it. The sender of the request
 * is the person, unless another one is given. A name of somebody whose erasure has begun is replaced.
 * @throws PipelineError NOT_ALLOWED when the sender has lost access meanwhile
 */
export async function holdPeople<P extends Parameters>(
  tx: Tx,
  parameters: P,
  given: EventPeople = {},
): Promise<{ readonly parameters: P; readonly people: EventPeople }> {
  const sender = given.person === undefined ? (currentScope()?.sender?.personId ?? null) : null;
  const wanted = Object.entries({ ...given, ...(sender === null ? {} : { person: sender }) }).filter(
    ([parameter]) => typeof parameters[parameter] === 'string' && parameters[parameter] !== '',
  );
  if (wanted.length === 0) return { parameters, people: {} };
  const { rows } = await sql<{ id: string; named: boolean; active: boolean; erasing: boolean }>`
    select id, named, active, erasing from hold_people(${wanted.map(([, id]) => id)}::uuid[],
      ${wanted.map(([parameter]) => parameters[parameter])}::text[])`.execute(tx);
  const held = new Map(rows.map((row) => [row.id, row]));
  if (sender !== null && 'person' in parameters && held.get(sender)?.active === false)
    throw new PipelineError('NOT_ALLOWED');
  const erased: Record<string, string> = {};
  for (const [parameter, id] of wanted) if (held.get(id)?.erasing === true) erased[parameter] = ERASED;
  // A name that is not of the sender stands for somebody else.
  const known = wanted.filter(([, id]) => held.has(id) && (id !== sender || held.get(id)?.named === true));
  return { parameters: { ...parameters, ...erased }, people: Object.fromEntries(known) };
}
