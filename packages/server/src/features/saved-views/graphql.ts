import { LIMITS } from '@switchboard/model/limits';
import { textProblem } from '@switchboard/model/presentation/text-problem';
import type { Tx } from '../../db/database.ts';
import { readAccountPage } from '../../graphql/account-fields.ts';
import { required } from '../../graphql/arguments.ts';
import { builder, VIEW } from '../../graphql/builder.ts';
import { dateTime, from, id, reference, string } from '../../graphql/columns.ts';
import { defineConnection, pageArguments } from '../../graphql/connection.ts';
import { type GraphqlContext, inAccount } from '../../graphql/context.ts';
import { UUID } from '../../graphql/cursor.ts';
import { changeResult, defineMutation } from '../../graphql/mutation.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { readPage } from '../../graphql/paging.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { Conflict, conflictRef, NotFound, notFoundRef } from '../../graphql/value-types.ts';
import { PERSON, personRef } from '../users/graphql-person.ts';
import { deleteView, listViews, MAX_VIEWS, ownView, putView, renameView, type SavedViewRow } from './queries.ts';

const savedViewRef = builder.objectRef<SavedViewRow>('SavedView');

const MAX_NAME = LIMITS.viewNameLength;
const MAX_QUERY = 8000;

/** @throws RequestError BAD_REQUEST */
function readList(list: string): string {
  if (!/^[a-z_]{1,40}$/.test(list)) throw badRequest('list must be the name of a list, such as downloads.');
  return list;
}

/** @throws RequestError BAD_REQUEST */
function readName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') throw badRequest('A view needs a name.');
  const problem = textProblem('The name of a view', trimmed, MAX_NAME);
  if (problem !== null) throw badRequest(problem);
  return trimmed;
}

/** @throws RequestError BAD_REQUEST */
function readQuery(query: string): string {
  const written = new URLSearchParams(query).toString();
  if (written.length > MAX_QUERY) throw badRequest(`The query of a view must have at most ${MAX_QUERY} characters.`);
  return written;
}

function defineType(): void {
  defineObject(savedViewRef, {
    description: 'A named view of a list: its filters and its order. The members of the account share their views.',
    authScopes: VIEW,
    isTypeOf: hasProperty('owner_id'),
    columns: {
      id: id('Opaque identifier.'),
      list: string('The list: downloads, uploads, events or keys.'),
      name: string('Name given by its owner.'),
      query: string("Query of the list's address: its filters and order, without a question mark."),
      owner: from('owner_id', reference(personRef, PERSON, 'The person who saved it.')),
      created: dateTime('When it was first saved.'),
      updated: dateTime('When it was last saved or renamed.'),
    },
    fields: (t) => ({
      is_own: t.boolean({
        description: 'Whether the signed-in person owns it, and so may change it.',
        resolve: (view, _args, context) => view.owner_id === context.session.person.id,
      }),
    }),
  });
}

const noSuchView = (): NotFound => new NotFound('You have no such view in this account.');

/** Changes a view of the signed-in person in one transaction. */
async function changeOwnView<Refused>(
  context: GraphqlContext,
  viewId: string,
  change: (view: SavedViewRow, tx: Tx, accountId: string) => Promise<SavedViewRow | Refused>,
): Promise<SavedViewRow | Refused | NotFound> {
  if (!UUID.test(viewId)) return noSuchView();
  return inAccount(context, async (tx, accountId) => {
    const view = await ownView(tx, accountId, { id: viewId, ownerId: context.session.person.id });
    return view === undefined ? noSuchView() : change(view, tx, accountId);
  });
}

function defineMutations(): void {
  defineMutation('save_view', {
    authScopes: VIEW,
    description: 'Saves a view of a list under a name. A view of that name that the signed-in person owns is replaced.',
    result: changeResult('SaveViewResult', 'view', [savedViewRef, conflictRef]),
    args: required({
      list: string('The list: downloads, uploads or events.'),
      name: string(`1 to ${MAX_NAME} characters.`),
      query: string(`Query of the list's address, at most ${MAX_QUERY} characters.`),
    }),
    resolve: async (args, context) => {
      const view = { list: readList(args.list), name: readName(args.name), query: readQuery(args.query) };
      const saved = await inAccount(context, (tx, accountId) =>
        putView(tx, accountId, { ...view, owner_id: context.session.person.id }),
      );
      return saved ?? new Conflict(`The list has ${MAX_VIEWS} views already. Delete one of yours first.`);
    },
  });
  defineMutation('rename_view', {
    authScopes: VIEW,
    description: 'Renames a view that the signed-in person owns.',
    result: changeResult('RenameViewResult', 'view', [savedViewRef, notFoundRef, conflictRef]),
    args: required({ id: id('Id of the view.'), name: string(`1 to ${MAX_NAME} characters.`) }),
    resolve: (args, context) => {
      const name = readName(args.name);
      return changeOwnView(
        context,
        args.id,
        async (view, tx, accountId) =>
          (await renameView(tx, accountId, view, name)) ?? new Conflict(`You have a view ${name} already.`),
      );
    },
  });
  defineMutation('delete_view', {
    authScopes: VIEW,
    description: 'Deletes a view that the signed-in person owns.',
    result: changeResult('DeleteViewResult', 'view', [savedViewRef, notFoundRef]),
    args: required({ id: id('Id of the view.') }),
    resolve: (args, context) =>
      changeOwnView(context, args.id, async (view, tx, accountId) => {
        await deleteView(tx, accountId, view.id);
        return view;
      }),
  });
}

/** Views of lists that people save and share. */
export function defineSavedViews(): void {
  defineType();
  builder.queryField('saved_views', (t) =>
    t.field({
      type: defineConnection('SavedView', savedViewRef, VIEW),
      authScopes: VIEW,
      description: `The account's views of a list, sorted by name; at most ${MAX_VIEWS}.`,
      args: {
        ...required({ list: string('The list: downloads, uploads or events.') }),
        ...pageArguments(MAX_VIEWS, MAX_VIEWS),
      },
      resolve: (_root, { list, ...args }, context) => {
        const page = readPage(args, { order: 'saved_views', size: MAX_VIEWS, limit: MAX_VIEWS, sortedBy: 'text' });
        return readAccountPage(context, page, (tx, accountId) => listViews(tx, accountId, page, readList(list)));
      },
    }),
  );
  defineMutations();
}
