import { permissionsOf, ROLES, type Role } from '@switchboard/model/permissions';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '../../test/render-page.tsx';
import { ADMINISTRATION_PART_SCREENS, ADMINISTRATION_SCREENS, PART_SCREENS, SCREENS } from '../screens.ts';

const ALL = ROLES;
const OPERATING = ['operator', 'developer', 'tester', 'cs'] as const;
const BACKFILLING = [...OPERATING, 'beta_backfill'] as const;
const DEVELOPING = ['developer', 'tester', 'cs'] as const;
const GOVERNING = ['operator', 'tester', 'cs'] as const;
const SUPPORTING = ['tester', 'cs'] as const;

/** The roles in the account by which each screen opens; global roles add the screens of all accounts. */
const OPEN_TO: Readonly<Record<string, readonly Role[]>> = {
  homepage: ALL,
  'downloads/list': ALL,
  'imports/dashboard': ALL,
  'uploads/list': ALL,
  'exports/dashboard': ALL,
  events: ALL,
  'backfills/list': BACKFILLING,
  incidents: ALL,
  'pipeline/graph': ALL,
  'pipeline/timeline': ALL,
  'downloads/columns': ALL,
  'uploads/restatements': ALL,
  audit: GOVERNING,
  'single-sign-on': GOVERNING,
  usage: ALL,
  'reports/source': SUPPORTING,
  'reports/schema': SUPPORTING,
  'scripts/published': ALL,
  'scripts/drafts': ALL,
  'scripts/tests': ALL,
  'scripts/history': ALL,
  'scripts/tokens': DEVELOPING,
  keys: ALL,
  integrations: ALL,
  'email-ingest': OPERATING,
  start: DEVELOPING,
  'homepage-details': ALL,
  'homepage/charts': ALL,
  'keys/details': ALL,
  'keys/add-key': OPERATING,
  'keys/edit-key': ALL,
  'backfills/details/:backfillId': BACKFILLING,
  'scripts/editor/:version_id/*': ALL,
  'editor/scripts': ALL,
  '/admin': [],
  '/admin/audit': [],
  '/users/:id': SUPPORTING,
  '/:urlName/users': SUPPORTING,
};

const ACCOUNT_SCREENS = [...SCREENS, ...PART_SCREENS];
const EVERY_SCREEN = [...ACCOUNT_SCREENS, ...ADMINISTRATION_SCREENS, ...ADMINISTRATION_PART_SCREENS];
const HOLDERS = [...ROLES, null] as const;

const rolesOf = (holder: Role | null): readonly Role[] => (holder === null ? [] : [holder]);

it('opens every screen to the roles of the matrix, and none without a role', () => {
  const found = EVERY_SCREEN.map(({ path, permission }) => [
    path,
    HOLDERS.filter((holder) => permissionsOf(rolesOf(holder), []).includes(permission)).toSorted(),
  ]);
  const wanted = Object.entries(OPEN_TO).map(([path, roles]) => [path, roles.toSorted()]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted));
});

it.each(['cs', 'tester'] as const)('opens every screen of administration to a global %s', (role) => {
  const permissions = new Set(permissionsOf([], [role]));
  for (const { path, permission } of [...ADMINISTRATION_SCREENS, ...ADMINISTRATION_PART_SCREENS])
    expect(permissions.has(permission), path).toBe(true);
});

const CLOSED = HOLDERS.flatMap((holder) =>
  ACCOUNT_SCREENS.filter(({ path }) => holder === null || OPEN_TO[path]?.includes(holder) !== true).map(
    (one) => [one.path, holder ?? 'no role', holder, one] as const,
  ),
);

it.each(CLOSED)('closes %s to a person with %s', async (path, _, holder, one) => {
  const page = renderPage({
    hasShell: true,
    path: path.replace(':backfillId', 'b1').replace(':version_id/*', 'v1/'),
    session: { permissions: new Set(permissionsOf(rolesOf(holder), [])) },
  });
  const [notice] = await screen.findAllByText(new RegExp(`^You do not have access to ${one.title}`));
  expect(notice).toBeInstanceOf(HTMLElement);
  expect(page.path()).toBe(
    holder === null ? path.replace(':backfillId', 'b1').replace(':version_id/*', 'v1/') : 'homepage',
  );
});
