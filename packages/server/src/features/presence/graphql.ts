import { optional, required } from '../../graphql/arguments.ts';
import { builder, VIEW } from '../../graphql/builder.ts';
import { boolean, float, from, id, int, objects, reference } from '../../graphql/columns.ts';
import { type GraphqlContext, holds, inAccount } from '../../graphql/context.ts';
import { UUID } from '../../graphql/cursor.ts';
import { type LoaderDefinition, load } from '../../graphql/loaders.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { badRequest, RequestError } from '../../graphql/request-error.ts';
import { changelistRef } from '../changelists/graphql-changelist.ts';
import { PERSON, personRef } from '../users/graphql-person.ts';
import { enterDraft, leaveDraft, type Present, presentIn } from './presence.ts';

type Presence = { readonly others: readonly Present[]; readonly own_tabs: number };

const presentRef = builder.objectRef<Present>('PresentPerson');
const presenceRef = builder.objectRef<Presence>('DraftPresence');

/** By changelist. */
const PRESENT: LoaderDefinition<readonly Present[]> = { batch: presentIn };

const TAB = {
  changelist_id: id('Id of the changelist that is open.'),
  tab_id: id('A UUID that the tab has chosen for itself.'),
};

/** @throws RequestError BAD_REQUEST, or NOT_ALLOWED to a program */
function tabOf(
  context: GraphqlContext,
  { changelist_id: changelistId, tab_id: tabId }: { readonly changelist_id: string; readonly tab_id: string },
) {
  if (context.session.serviceTokenId !== null) throw new RequestError('NOT_ALLOWED');
  if (!UUID.test(tabId)) throw badRequest('tab_id must be a UUID.');
  return { changelistId, tabId, personId: context.session.person.id };
}

/** Defines the people who have a draft open. */
export function definePresence(): void {
  defineObject(presentRef, {
    description: 'A person who has a changelist open.',
    authScopes: VIEW,
    columns: {
      person: from('person_id', reference(personRef, PERSON, 'The person.')),
      is_editing: boolean('Whether the person has changes that are not saved.'),
      expires_in: float('Seconds until the person is gone, unless a tab reports again.'),
    },
  });
  defineObject(presenceRef, {
    description: 'The people who have a changelist open besides the tab that asks.',
    authScopes: VIEW,
    columns: {
      others: objects(presentRef, 'Other people, each once.'),
      own_tabs: int('Number of other tabs of your own.'),
    },
  });
  builder.objectFields(changelistRef, (t) => ({
    present: t.field({
      type: [presentRef],
      description: 'The people who have it open, each once.',
      resolve: async (row, _args, context) => [...((await load(context, PRESENT, row.id)) ?? [])],
    }),
  }));
  builder.mutationField('enter_changelist', (t) =>
    t.field({
      type: presenceRef,
      nullable: true,
      authScopes: VIEW,
      description:
        'Reports that a tab has a changelist open; to be repeated every 20 s. Null when the account has no such changelist.',
      args: {
        ...required(TAB),
        ...optional({
          editing: boolean('Whether the tab has changes that are not saved. Of people who may change drafts only.'),
        }),
      },
      resolve: async (_root, args, context): Promise<Presence | null> => {
        const tab = tabOf(context, args);
        if (!UUID.test(tab.changelistId)) return null;
        return inAccount(context, async (tx, accountId) => {
          const state = { isEditing: args.editing ?? false, mayEdit: holds(context, 'develop-scripts') };
          if (!(await enterDraft(tx, { accountId, ...tab }, state))) return null;
          const present = (await presentIn(tx, accountId, [tab.changelistId])).get(tab.changelistId) ?? [];
          const isOwn = (one: Present): boolean => one.person_id === tab.personId;
          return {
            others: present.filter((one) => !isOwn(one)),
            own_tabs: (present.find(isOwn)?.tabs ?? 1) - 1,
          };
        });
      },
    }),
  );
  builder.mutationField('leave_changelist', (t) =>
    t.boolean({
      authScopes: VIEW,
      description: 'Reports that a tab has closed a changelist.',
      args: required(TAB),
      resolve: async (_root, args, context) => {
        const tab = tabOf(context, args);
        if (!UUID.test(tab.changelistId)) return true;
        await inAccount(context, (tx, accountId) => leaveDraft(tx, { accountId, ...tab }));
        return true;
      },
    }),
  );
}
