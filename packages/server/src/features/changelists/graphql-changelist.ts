import { type ChangelistStatus, DRAFT_STATUSES } from '@switchboard/model/changelist';
import { sql } from 'kysely';
import { builder, VIEW } from '../../graphql/builder.ts';
import { boolean, dateTime, from, id, int, nullable, reference, string } from '../../graphql/columns.ts';
import type { GraphqlContext } from '../../graphql/context.ts';
import { type Batch, byId, type LoaderDefinition, load } from '../../graphql/loaders.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { PERSON, personRef } from '../users/graphql-person.ts';

export type ChangelistRow = {
  readonly id: string;
  readonly description: string;
  readonly status: ChangelistStatus;
  readonly archived: boolean;
  readonly needs_merge: boolean;
  readonly version: number;
  readonly branched_from: string | null;
  readonly created_on: Date;
  /** A person's id, as all columns of people. */
  readonly created_by: string | null;
  readonly updated_on: Date;
  readonly updated_by: string | null;
  readonly published_on: Date | null;
  readonly published_by: string | null;
  /** The person who changed its files last; null when they are as they were branched. */
  readonly files_by: string | null;
  readonly approved_on: Date | null;
  readonly approved_by: string | null;
};

export const changelistRef = builder.objectRef<ChangelistRow>('Changelist');

/** The account's changelists with these ids. */
export const changelistsById: Batch<ChangelistRow> = async (tx, accountId, ids) => {
  const { rows } = await sql<ChangelistRow>`
    select c.id, c.description, c.status, c.status = 'archived' as archived, c.version, c.branched_from, c.created_on, c.created_by,
      c.updated_on, c.updated_by, c.published_on, c.published_by, c.files_by,
      c.approved_on, c.approved_by,
      c.status = any(${[...DRAFT_STATUSES]}::text[]) and r.id is not null and c.base_id is distinct from r.id as needs_merge
    from changelist c left join changelist r on r.account_id = c.account_id and r.status = 'running'
    where c.account_id = ${accountId}::uuid and c.id = any(${[...ids]}::uuid[])`.execute(tx);
  return byId(rows);
};

export const CHANGELIST: LoaderDefinition<ChangelistRow> = { batch: changelistsById };

/** The changelist to which a row of the account refers. */
export async function loadChangelist(context: GraphqlContext, id: string): Promise<ChangelistRow> {
  const row = await load(context, CHANGELIST, id);
  if (row === null) throw new Error(`The changelist ${id} does not exist.`);
  return row;
}

/** Changelist, wherever a script version is shown. */
export function defineChangelist(): void {
  defineObject(changelistRef, {
    description: 'A version of the script: a draft, the published version, or one that was published before.',
    authScopes: VIEW,
    isTypeOf: hasProperty('needs_merge'),
    columns: {
      id: id('Opaque identifier.'),
      description: string('Description written by its author, at most 500 characters.'),
      status: string(
        'draft; proofing: a draft whose present files were tested; running: published; replaced: published before; archived.',
      ),
      archived: boolean('Whether it is archived.'),
      needs_merge: boolean(
        'Whether it is a draft without the changes of the published version: of an older version than that, or of none.',
      ),
      version: int('Rises with each saving of its files; a saving names the version that it has read.'),
      branched_from: nullable(id('Id of the changelist from which it was branched.')),
      parent: from('branched_from', reference(changelistRef, CHANGELIST, 'The changelist from which it was branched.')),
      created_on: dateTime('When it was created.'),
      created_by: reference(personRef, PERSON, 'The person who created it.'),
      updated_on: dateTime('When it was last changed.'),
      updated_by: reference(personRef, PERSON, 'The person who last changed it.'),
      published_on: nullable(dateTime('When it was published; null for drafts.')),
      published_by: reference(personRef, PERSON, 'The person who published it.'),
      approved_on: nullable(
        dateTime('When it was approved; null of drafts, and of versions published without an approval.'),
      ),
      approved_by: reference(personRef, PERSON, 'The person with whose approval it was published.'),
    },
  });
}
