import type { Permission } from '@switchboard/model/permissions';
import {
  IconArrowDown,
  IconArrowUp,
  IconCalendarTime,
  IconChartBar,
  IconColumns3,
  IconDatabase,
  IconFileCheck,
  IconFileDiff,
  IconFlask,
  IconGauge,
  IconGitBranch,
  IconHistory,
  IconHome,
  IconKey,
  IconListDetails,
  IconLogin2,
  IconMail,
  IconPlug,
  IconShieldCheck,
  IconSitemap,
  IconTable,
  IconTerminal2,
  IconUrgent,
} from '@tabler/icons-react';
import type { AdministrationScreen, PublicScreen, Screen } from './screens/screen.ts';

export const SCREENS: readonly Screen[] = [
  {
    path: 'homepage',
    title: 'Home',
    heading: 'Data under management',
    permission: 'view',
    key: 'h',
    navigation: { group: 'Home', icon: IconHome },
    // The first screen of an account.
    aliases: ['', 'dashboard'],
    load: async () => (await import('./screens/home/home-page.tsx')).HomePage,
    prefetch: async () => (await import('./screens/home/home-page.tsx')).prefetchHome,
  },
  {
    path: 'incidents',
    title: 'Incidents',
    permission: 'view',
    key: 'i',
    navigation: { group: 'Incidents', icon: IconUrgent },
    load: async () => (await import('./screens/incidents/incidents-page.tsx')).IncidentsPage,
  },
  {
    path: 'backfills/list',
    title: 'Backfills',
    permission: 'backfills',
    key: 'b',
    navigation: { group: 'Backfills', icon: IconCalendarTime },
    aliases: ['backfills'],
    load: async () => (await import('./screens/backfills/backfills-page.tsx')).BackfillsPage,
    prefetch: async () => (await import('./screens/backfills/backfills-page.tsx')).prefetchBackfills,
  },
  {
    path: 'downloads/list',
    title: 'Downloads',
    permission: 'view',
    key: 'd',
    navigation: { group: 'Downloads', icon: IconArrowDown, label: 'Files' },
    aliases: ['downloads'],
    load: async () => (await import('./screens/downloads/downloads-page.tsx')).DownloadsPage,
    prefetch: async () => (await import('./screens/downloads/downloads-page.tsx')).prefetchDownloads,
  },
  {
    path: 'imports/dashboard',
    title: 'Import status',
    permission: 'view',
    navigation: { group: 'Downloads', icon: IconChartBar, label: 'Charts' },
    load: async () => (await import('./screens/imports/imports-page.tsx')).ImportsPage,
  },
  {
    path: 'email-ingest',
    title: 'Email Ingest',
    permission: 'email-ingest-v3',
    navigation: { group: 'Email Ingest', icon: IconMail },
    load: async () => (await import('./screens/email-ingest/email-ingest-page.tsx')).EmailIngestPage,
  },
  {
    path: 'uploads/list',
    title: 'Uploads',
    permission: 'view',
    key: 'u',
    navigation: { group: 'Uploads', icon: IconArrowUp, label: 'Files' },
    aliases: ['uploads'],
    load: async () => (await import('./screens/uploads/uploads-page.tsx')).UploadsPage,
    prefetch: async () => (await import('./screens/uploads/uploads-page.tsx')).prefetchUploads,
  },
  {
    path: 'exports/dashboard',
    title: 'Export status',
    permission: 'view',
    navigation: { group: 'Uploads', icon: IconChartBar, label: 'Charts' },
    load: async () => (await import('./screens/exports/exports-page.tsx')).ExportsPage,
  },
  {
    path: 'events',
    title: 'Events',
    permission: 'view',
    key: 'e',
    navigation: { group: 'Events', icon: IconListDetails },
    load: async () => (await import('./screens/events/events-page.tsx')).EventsPage,
    prefetch: async () => (await import('./screens/events/events-page.tsx')).prefetchEvents,
  },
  {
    path: 'keys',
    title: 'Keys',
    heading: 'Vault',
    permission: 'view',
    key: 'k',
    navigation: { group: 'Keys', icon: IconKey },
    load: async () => (await import('./screens/keys/keys-page.tsx')).KeysPage,
    prefetch: async () => (await import('./screens/keys/keys-page.tsx')).prefetchKeys,
  },
  {
    path: 'scripts/published',
    title: 'Published Version',
    permission: 'view',
    navigation: { group: 'Scripts', icon: IconFileCheck, label: 'Published' },
    load: async () => (await import('./screens/history/published-page.tsx')).PublishedPage,
  },
  {
    path: 'scripts/drafts',
    title: 'Drafts',
    permission: 'view',
    key: 's',
    navigation: { group: 'Scripts', icon: IconGitBranch, label: 'Drafts' },
    aliases: ['scripts'],
    load: async () => (await import('./screens/drafts/drafts-page.tsx')).DraftsPage,
    prefetch: async () => (await import('./screens/drafts/drafts-page.tsx')).prefetchDrafts,
  },
  {
    path: 'scripts/tests',
    title: 'Test Runs',
    permission: 'view',
    key: 't',
    navigation: { group: 'Scripts', icon: IconFlask, label: 'Tests' },
    aliases: ['scripts/tests/*'],
    load: async () => (await import('./screens/test-runs/test-runs-page.tsx')).TestRunsPage,
  },
  {
    path: 'scripts/history',
    title: 'History',
    permission: 'view',
    navigation: { group: 'Scripts', icon: IconHistory, label: 'History' },
    load: async () => (await import('./screens/history/history-page.tsx')).HistoryPage,
    prefetch: async () => (await import('./screens/history/history-page.tsx')).prefetchHistory,
  },
  {
    path: 'scripts/tokens',
    title: 'Service Tokens',
    permission: 'develop-scripts',
    navigation: { group: 'Scripts', icon: IconTerminal2, label: 'Tokens' },
    load: async () => (await import('./screens/service-tokens/service-tokens-page.tsx')).ServiceTokensPage,
  },
  {
    path: 'integrations',
    title: 'Integrations',
    permission: 'view',
    key: 'n',
    navigation: { group: 'Integrations', icon: IconPlug },
    load: async () => (await import('./screens/integrations/integrations-page.tsx')).IntegrationsPage,
  },
  {
    path: 'reports/source',
    title: 'Sources',
    permission: 'list-accounts',
    navigation: { group: 'Reports', icon: IconDatabase, label: 'Sources' },
    load: async () => (await import('./screens/reports/source-page.tsx')).SourceReportPage,
  },
  {
    path: 'reports/schema',
    title: 'Schemas',
    permission: 'list-accounts',
    navigation: { group: 'Reports', icon: IconTable, label: 'Schemas' },
    load: async () => (await import('./screens/reports/schema-page.tsx')).SchemaReportPage,
  },
  {
    path: 'pipeline/graph',
    title: 'Asset graph',
    permission: 'view',
    key: 'p',
    navigation: { group: 'Pipeline', icon: IconSitemap, label: 'Graph' },
    aliases: ['pipeline'],
    load: async () => (await import('./screens/asset-graph/asset-graph-page.tsx')).AssetGraphPage,
  },
  {
    path: 'pipeline/timeline',
    title: 'Timeline',
    permission: 'view',
    navigation: { group: 'Pipeline', icon: IconHistory, label: 'Timeline' },
    load: async () => (await import('./screens/timeline/timeline-page.tsx')).TimelinePage,
  },
  {
    path: 'downloads/columns',
    title: 'Schema changes',
    permission: 'view',
    navigation: { group: 'Schema changes', icon: IconColumns3 },
    load: async () => (await import('./screens/schema-changes/schema-changes-page.tsx')).SchemaChangesPage,
  },
  {
    path: 'uploads/restatements',
    title: 'Restatements',
    permission: 'view',
    navigation: { group: 'Restatements', icon: IconFileDiff },
    load: async () => (await import('./screens/restatements/restatements-page.tsx')).RestatementsPage,
  },
  {
    path: 'audit',
    title: 'Audit log',
    permission: 'read-audit-log',
    navigation: { group: 'Audit log', icon: IconShieldCheck },
    load: async () => (await import('./screens/audit-log/audit-log-page.tsx')).AuditLogPage,
  },
  {
    path: 'single-sign-on',
    title: 'Single sign-on',
    permission: 'manage-sign-in',
    navigation: { group: 'Single sign-on', icon: IconLogin2 },
    load: async () => (await import('./screens/single-sign-on/single-sign-on-page.tsx')).SingleSignOnPage,
  },
  {
    path: 'usage',
    title: 'Usage',
    permission: 'view',
    navigation: { group: 'Usage', icon: IconGauge },
    load: async () => (await import('./screens/usage/usage-page.tsx')).UsagePage,
  },
];

export const ADMINISTRATION_SCREENS: readonly AdministrationScreen[] = [
  {
    path: '/admin',
    title: 'Admin',
    permission: 'list-accounts-v2',
    load: async () => (await import('./screens/admin/admin-page.tsx')).AdminPage,
  },
];

/** Screens of administration to which another one leads. They have no entry in menu and palette. */
export const ADMINISTRATION_PART_SCREENS: readonly AdministrationScreen[] = [
  {
    path: '/admin/audit',
    title: 'Audit log',
    permission: 'manage-accounts',
    load: async () => (await import('./screens/audit/audit-page.tsx')).AuditPage,
  },
  {
    path: '/users/:id',
    title: 'User',
    permission: 'manage-users',
    load: async () => (await import('./screens/user/user-page.tsx')).UserPage,
  },
  {
    // In the account of the address, where roles of this account count, too.
    path: '/:urlName/users',
    title: 'Account',
    permission: 'manage-users',
    load: async () => (await import('./screens/account/account-page.tsx')).AccountPage,
  },
];

/** Screens of an account to which another one leads. They have no entry in navigation and palette. */
export const PART_SCREENS: readonly Screen[] = [
  {
    path: 'start',
    title: 'Get Started',
    permission: 'develop-scripts',
    load: async () => (await import('./screens/first-pipeline/first-pipeline-page.tsx')).FirstPipelinePage,
  },
  {
    path: 'homepage-details',
    title: 'Health',
    permission: 'view',
    load: async () => (await import('./screens/home/home-details-page.tsx')).HomeDetailsPage,
  },
  {
    path: 'homepage/charts',
    title: 'Download chart',
    permission: 'view',
    load: async () => (await import('./screens/usage/homepage-charts-page.tsx')).HomepageChartsPage,
  },
  {
    path: 'keys/details',
    title: 'Key details',
    permission: 'view',
    load: async () => (await import('./screens/keys/key-details-page.tsx')).KeyDetailsPage,
  },
  {
    path: 'keys/add-key',
    title: 'Add key',
    permission: 'manage-keys',
    load: async () => (await import('./screens/keys/add-key-page.tsx')).AddKeyPage,
  },
  {
    path: 'keys/edit-key',
    title: 'Edit key',
    permission: 'view',
    load: async () => (await import('./screens/keys/edit-key-page.tsx')).EditKeyPage,
  },
  {
    path: 'backfills/details/:backfillId',
    title: 'Backfill',
    permission: 'backfills',
    load: async () => (await import('./screens/backfills/backfill-details-page.tsx')).BackfillDetailsPage,
  },
  {
    path: 'scripts/editor/:version_id/*',
    title: 'Editor',
    permission: 'view',
    isFullScreen: true,
    load: async () => {
      const { EditorPage, preloadEditor } = await import('./screens/editor/editor-page.tsx');
      preloadEditor();
      return EditorPage;
    },
    prefetch: async () => (await import('./screens/editor/editor-page.tsx')).prefetchEditor,
  },
  {
    path: 'editor/scripts',
    title: 'Scripts',
    permission: 'view',
    load: async () => (await import('./screens/editor/scripts-page.tsx')).ScriptsPage,
  },
];

const step = (path: string, title: string, load: PublicScreen['load']): PublicScreen => ({
  path,
  title,
  isStep: true,
  load,
});

export const PUBLIC_SCREENS: readonly PublicScreen[] = [
  step('/callback', 'Signing in', async () => (await import('./screens/sign-in/callback-page.tsx')).CallbackPage),
  step('/logout', 'Logout', async () => (await import('./screens/sign-in/logout-page.tsx')).LogoutPage),
  {
    path: '/error',
    title: 'No access',
    load: async () => (await import('./screens/sign-in/not-recognized-page.tsx')).NotRecognizedPage,
  },
  step(
    '/invitation',
    'Invitation',
    async () => (await import('./screens/invitation/invitation-page.tsx')).InvitationPage,
  ),
  step(
    '/oauthsuccess',
    'Authentication completed',
    async () => (await import('./screens/oauth-result/oauth-result-page.tsx')).OAuthSuccessPage,
  ),
  step(
    '/oauthinvalid',
    'Authentication failed',
    async () => (await import('./screens/oauth-result/oauth-result-page.tsx')).OAuthInvalidPage,
  ),
];

/** The screens that a person with these permissions may open. */
export function permittedScreens(permissions: ReadonlySet<Permission>, screens = SCREENS): readonly Screen[] {
  return screens.filter((screen) => permissions.has(screen.permission));
}

/** The screens of administration that a person with these permissions may open. */
export function permittedAdministration(permissions: ReadonlySet<Permission>): readonly AdministrationScreen[] {
  return ADMINISTRATION_SCREENS.filter((screen) => permissions.has(screen.permission));
}
