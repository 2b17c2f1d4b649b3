import type { Tx } from '../../db/database.ts';
import { UUID } from '../../graphql/cursor.ts';
import { addUser, changeUser, type Directory, deleteUser, NO_USER, type Target } from './change-users.ts';
import { changeGroup, createGroup, loadMembers, removeGroup } from './groups.ts';
import { readPatch, readResource } from './read-body.ts';
import { GROUP_SCHEMA, groupResource, type Resource, USER_SCHEMA, userResource } from './resources.ts';
import { ScimError } from './scim-error.ts';
import { type PatchOperation, patchUser, replaceUser, type UserDraft } from './user-draft.ts';

/** A call that changes a user or a group, by itself or within a bulk request. */
export type ScimCall = {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly type: 'Users' | 'Groups';
  /** Null for a new one. */
  readonly id: string | null;
  /** The version that the directory has read; null for any. */
  readonly ifMatch: string | null;
  readonly body: unknown;
};

/** `resource`: null after it was deleted. */
export type ScimOutcome = { readonly status: number; readonly resource: Resource | null };

/** Runs a change in one transaction of administration. */
export type Write = <T>(directory: Directory, act: string, use: (tx: Tx) => Promise<T>) => Promise<T>;

const EMPTY: UserDraft = {
  userName: '',
  externalId: null,
  givenName: '',
  familyName: '',
  name: '',
  active: true,
  roles: [],
};

/** @throws ScimError 404 */
export function targetOf(id: string | null, ifMatch: string | null): Target {
  if (id === null || !UUID.test(id)) throw NO_USER();
  return { id: id.toLowerCase(), ifMatch };
}

/** A whole group as the operations that make it. What the directory leaves out stays, but for members. */
function operationsOf(body: unknown): readonly PatchOperation[] {
  const { members = [], ...rest } = readResource(body, GROUP_SCHEMA);
  return [{ op: 'replace', path: null, value: { ...rest, members } }];
}

/** Does what a call says. @throws ScimError, RequestError */
export function callResource(write: Write, directory: Directory, call: ScimCall): Promise<ScimOutcome> {
  return call.type === 'Users' ? callUser(write, directory, call) : callGroup(write, directory, call);
}

async function callUser(write: Write, directory: Directory, call: ScimCall): Promise<ScimOutcome> {
  const { method, id, ifMatch, body } = call;
  const { base } = directory;
  if (method === 'POST') {
    const draft = replaceUser(EMPTY, readResource(body, USER_SCHEMA));
    const user = await write(directory, 'scim add user', (tx) => addUser(tx, directory, draft));
    return { status: 201, resource: userResource(user, base) };
  }
  const target = targetOf(id, ifMatch);
  if (method === 'DELETE') {
    await write(directory, 'scim remove user', (tx) => deleteUser(tx, directory, target));
    return { status: 204, resource: null };
  }
  const edit = editOf(method, body);
  const user = await write(directory, 'scim change user', (tx) => changeUser(tx, directory, target, edit));
  return { status: 200, resource: userResource(user, base) };
}

function editOf(method: 'PUT' | 'PATCH', body: unknown): (draft: UserDraft) => UserDraft {
  return method === 'PUT'
    ? (draft) => replaceUser(draft, readResource(body, USER_SCHEMA))
    : (draft) => patchUser(draft, readPatch(body));
}

async function callGroup(write: Write, directory: Directory, call: ScimCall): Promise<ScimOutcome> {
  const { method, id, ifMatch, body } = call;
  const { base, accountId } = directory;
  if (method !== 'POST' && id === null) throw new ScimError(404, 'The path must name a group.');
  const target = { id: id ?? '', ifMatch };
  if (method === 'DELETE') {
    await write(directory, 'scim remove group', (tx) => removeGroup(tx, directory, target));
    return { status: 204, resource: null };
  }
  const operations = method === 'PATCH' ? readPatch(body) : operationsOf(body);
  const isAdded = method === 'POST';
  const resource = await write(directory, isAdded ? 'scim add group' : 'scim change group', async (tx) => {
    const group = isAdded
      ? await createGroup(tx, directory, operations)
      : await changeGroup(tx, directory, target, operations);
    return groupResource(group, await loadMembers(tx, accountId, group), base);
  });
  return { status: isAdded ? 201 : 200, resource };
}
