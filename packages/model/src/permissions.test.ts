import { describe, expect, it } from 'vitest';
import {
  DEFINABLE_PERMISSIONS,
  expandRoles,
  grantableRoles,
  PERMISSIONS,
  permissionsOf,
  ROLE_LABELS,
  ROLES,
  SPECIFIED_PERMISSIONS,
} from './permissions.ts';

describe('permissions', () => {
  it.each([
    ['viewer', ['view']],
    [
      'operator',
      [
        'backfills',
        'email-ingest-v3',
        'manage-account-settings',
        'manage-audit-log',
        'manage-integrations',
        'manage-keys',
        'manage-pipelines',
        'manage-publish-rules',
        'manage-sign-in',
        'read-audit-log',
        'view',
      ],
    ],
    ['beta_backfill', ['backfills', 'view']],
    [
      'developer',
      [
        'approve-scripts',
        'backfills',
        'develop-scripts',
        'email-ingest-v3',
        'manage-account-settings',
        'manage-integrations',
        'manage-keys',
        'manage-pipelines',
        'publish-scripts',
        'view',
        'view-diffs-beta',
      ],
    ],
  ] as const)('%s has exactly its own', (role, expected) => {
    expect(permissionsOf([role], []).sort()).toEqual(expected);
  });

  it('a defined role grants what it lists, beside presets, and nothing that concerns all accounts', () => {
    const keys = { name: 'Keys', permissions: ['manage-keys', 'view'] as const };
    expect(permissionsOf([], [], [keys])).toEqual(['view', 'manage-keys']);
    expect(permissionsOf(['beta_backfill'], [], [keys])).toEqual(['backfills', 'view', 'manage-keys']);
    expect(permissionsOf([], [], [{ name: 'All', permissions: PERMISSIONS }])).toEqual(DEFINABLE_PERMISSIONS);
    expect(DEFINABLE_PERMISSIONS).not.toContain('manage-accounts');
  });

  it('gives nothing without a role', () => {
    expect(permissionsOf([], [])).toEqual([]);
  });

  it('keeps accounts and global users to cs and tester who hold their role everywhere', () => {
    expect(permissionsOf(['tester'], [])).not.toContain('manage-accounts');
    expect(permissionsOf([], ['cs'])).toContain('manage-global-users');
    expect(permissionsOf([], ['operator'])).not.toContain('manage-accounts');
  });

  it('keeps the list of all accounts to cs and tester who hold their role everywhere', () => {
    expect(permissionsOf(['cs', 'tester'], [])).not.toContain('list-accounts-v2');
    expect(permissionsOf([], ['cs'])).toContain('list-accounts-v2');
    expect(permissionsOf(['tester'], ['operator'])).not.toContain('list-accounts-v2');
  });

  it('the roles are those of the specification', { tags: 'spec:role-values' }, () => {
    expect([...ROLES]).toEqual(['operator', 'viewer', 'developer', 'tester', 'cs', 'beta_backfill']);
    expect(ROLE_LABELS.cs).toBe('CS');
  });

  it('the permissions are those of the specification', { tags: 'spec:permission-names' }, () => {
    expect(SPECIFIED_PERMISSIONS.join(', ')).toBe(
      'beta-messages, hidden-integrations, email-ingest-v3, test-screens, backfills, manage-pipelines, view, ' +
        'develop-scripts, manage-keys, publish-scripts, manage-integrations, list-accounts, list-accounts-v2, ' +
        'manage-accounts, manage-account-settings, manage-global-users, manage-users, view-diffs-beta, operate-wizards-beta',
    );
  });

  it('a developer may neither change the rules of publishing nor read the audit log', () => {
    const governing = ['manage-publish-rules', 'read-audit-log', 'manage-audit-log', 'manage-sign-in'] as const;
    expect(PERMISSIONS.slice(SPECIFIED_PERMISSIONS.length)).toEqual([...governing, 'approve-scripts']);
    for (const role of ROLES.filter((one) => one === 'developer' || one === 'viewer' || one === 'beta_backfill'))
      for (const permission of governing) expect(permissionsOf([role], [role])).not.toContain(permission);
    expect(permissionsOf(['operator'], [])).toEqual(expect.arrayContaining([...governing]));
  });

  it('every preset that publishes drafts also approves them, as before both were one permission', () => {
    for (const role of ROLES) {
      const held = permissionsOf([role], []);
      expect(held.includes('approve-scripts'), role).toBe(held.includes('publish-scripts'));
    }
  });

  it('expands roles as the specification says', { tags: 'spec:role-expansion' }, () => {
    expect(expandRoles(['tester'])).toEqual([...ROLES]);
    expect(expandRoles(['operator'])).toEqual(['operator', 'viewer']);
    expect(expandRoles(['cs'])).toEqual(['operator', 'viewer', 'developer', 'cs', 'beta_backfill']);
  });

  it.each([
    ['global tester', [], ['tester'], [...ROLES]],
    ['global cs', [], ['cs'], ['operator', 'viewer', 'developer', 'cs', 'beta_backfill']],
    ['cs of an account', ['cs'], [], ['operator', 'viewer', 'developer', 'beta_backfill']],
    ['tester of an account', ['tester'], [], ['operator', 'viewer', 'developer', 'beta_backfill']],
    ['tester of an account who is global cs', ['tester'], ['cs'], [...ROLES]],
    ['viewer', ['viewer'], [], ['viewer']],
    ['person without a role', [], [], []],
  ] as const)('lets a %s grant no role with a permission that they lack', (_, roles, globalRoles, expected) => {
    expect(grantableRoles(new Set(permissionsOf(roles, globalRoles)))).toEqual(expected);
  });
});
