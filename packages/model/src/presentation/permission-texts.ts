import type { Permission } from '../permissions.ts';

/** Subjects of permissions, in the order in which they are offered. */
export const PERMISSION_SUBJECTS = ['See', 'Scripts', 'Operation', 'Administration', 'Support and trials'] as const;
export type PermissionSubject = (typeof PERMISSION_SUBJECTS)[number];

type PermissionText = {
  readonly subject: PermissionSubject;
  /** Its rights in words of the console. */
  readonly text: string;
};

/** Each permission in plain words. */
export const PERMISSION_TEXTS: Readonly<Record<Permission, PermissionText>> = {
  view: { subject: 'See', text: 'See downloads, uploads, events, keys and scripts' },
  'view-diffs-beta': { subject: 'See', text: 'Compare versions of the script' },
  'list-accounts': { subject: 'See', text: 'See the reports' },
  'read-audit-log': { subject: 'See', text: 'Read the audit log' },
  'develop-scripts': { subject: 'Scripts', text: 'Write, test and preview drafts' },
  'approve-scripts': { subject: 'Scripts', text: 'Approve the drafts of others' },
  'publish-scripts': { subject: 'Scripts', text: 'Publish drafts and former versions' },
  'manage-publish-rules': { subject: 'Scripts', text: 'Decide whether drafts need an approval' },
  'manage-pipelines': { subject: 'Operation', text: 'Retry, abandon and suspend downloads and uploads' },
  backfills: { subject: 'Operation', text: 'Launch and cancel backfills' },
  'manage-keys': { subject: 'Operation', text: 'Add, change and connect keys' },
  'manage-integrations': { subject: 'Operation', text: 'Manage the receivers of notices' },
  'email-ingest-v3': { subject: 'Operation', text: 'Receive files by email' },
  'manage-account-settings': { subject: 'Administration', text: 'Change account settings and read samples' },
  'manage-users': { subject: 'Administration', text: 'Add users, define and grant roles' },
  'manage-sign-in': { subject: 'Administration', text: 'Set up single sign-on' },
  'manage-audit-log': { subject: 'Administration', text: 'Stream the audit log, and set how long it is kept' },
  'manage-accounts': { subject: 'Administration', text: 'Add, rename and deactivate accounts' },
  'manage-global-users': { subject: 'Administration', text: 'Manage users of all accounts' },
  'list-accounts-v2': { subject: 'Administration', text: 'List all accounts' },
  'hidden-integrations': { subject: 'Support and trials', text: 'See integrations before their release' },
  'test-screens': { subject: 'Support and trials', text: 'See screens before their release' },
  'beta-messages': { subject: 'Support and trials', text: 'See messages of new checks of scripts' },
  'operate-wizards-beta': { subject: 'Support and trials', text: 'Use wizards before their release' },
};
