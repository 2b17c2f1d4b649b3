import { listParameters, selectionParameters } from '../api/lists/list-variables.ts';
import { DOWNLOAD_FILTERS } from '../entities/download/download-filters.ts';
import { journalParameters } from '../entities/journal/journal-parameters.ts';
import { drawerParameters } from '../entities/transfer/transfer-filters.ts';
import { UPLOAD_FILTERS } from '../entities/upload/upload-filters.ts';
import { USAGE_PARAMETERS } from '../entities/usage/usage-parameters.ts';
import type { ParameterSet } from '../lib/address/url-state.ts';
import { ASSET_GRAPH_PARAMETERS } from '../screens/asset-graph/asset-graph-parameters.ts';
import { AUDIT_LOG_PARAMETERS } from '../screens/audit-log/audit-log-view.ts';
import { BACKFILLS_VIEW, DETAIL_PARAMETERS, RUNS_VIEW } from '../screens/backfills/backfills-view.ts';
import { DOWNLOADS_VIEW } from '../screens/downloads/downloads-view.ts';

import { DRAFTS_VIEW } from '../screens/drafts/drafts-view.ts';

import { EDITOR_PARAMETERS, SCRIPTS_PARAMETERS } from '../screens/editor/editor-parameters.ts';

import { EMAIL_INGEST_PARAMETERS } from '../screens/email-ingest/email-ingest-parameters.ts';
import { EVENTS_VIEW } from '../screens/events/events-view.ts';
import { EXPORTS_VIEW } from '../screens/exports/exports-view.ts';
import { FIRST_PIPELINE_PARAMETERS } from '../screens/first-pipeline/first-pipeline-parameters.ts';
import { HISTORY_VIEW } from '../screens/history/history-view.ts';
import { HOME_DETAILS_PARAMETERS, HOME_PARAMETERS } from '../screens/home/home-view.ts';
import { IMPORTS_VIEW } from '../screens/imports/imports-view.ts';
import { INCIDENTS_PARAMETERS } from '../screens/incidents/incidents-view.ts';
import { INTEGRATIONS_PARAMETERS } from '../screens/integrations/integrations-parameters.ts';
import { KEY_PARAMETERS, KEYS_VIEW, NEW_KEY_PARAMETERS } from '../screens/keys/keys-view.ts';
import { REPORT_PARAMETERS } from '../screens/reports/report-parameters.ts';
import { RESTATEMENTS_PARAMETERS } from '../screens/restatements/restatements-view.ts';
import { SCHEMA_CHANGES_PARAMETERS } from '../screens/schema-changes/schema-changes-parameters.ts';
import { TEST_RUNS_PARAMETERS } from '../screens/test-runs/test-runs-view.ts';
import { TIMELINE_PARAMETERS } from '../screens/timeline/timeline-parameters.ts';
import { UPLOADS_VIEW } from '../screens/uploads/uploads-view.ts';

/** The query parameters that each screen of an account reads, by the path of the screen. */
export const SCREEN_PARAMETERS: Readonly<Record<string, ParameterSet>> = {
  homepage: HOME_PARAMETERS,
  'downloads/list': {
    ...listParameters(DOWNLOADS_VIEW),
    ...selectionParameters(DOWNLOADS_VIEW.drawer),
    ...drawerParameters('uploads', UPLOAD_FILTERS),
  },
  'imports/dashboard': journalParameters(IMPORTS_VIEW),
  'uploads/list': {
    ...listParameters(UPLOADS_VIEW),
    ...selectionParameters(UPLOADS_VIEW.drawer),
    ...drawerParameters('downloads', DOWNLOAD_FILTERS),
  },
  'exports/dashboard': journalParameters(EXPORTS_VIEW),
  events: { ...listParameters(EVENTS_VIEW), ...selectionParameters(EVENTS_VIEW.drawer) },
  'backfills/list': { ...listParameters(BACKFILLS_VIEW), ...USAGE_PARAMETERS },
  incidents: INCIDENTS_PARAMETERS,
  'pipeline/graph': ASSET_GRAPH_PARAMETERS,
  'pipeline/timeline': TIMELINE_PARAMETERS,
  'downloads/columns': SCHEMA_CHANGES_PARAMETERS,
  'uploads/restatements': RESTATEMENTS_PARAMETERS,
  audit: AUDIT_LOG_PARAMETERS,
  'single-sign-on': {},
  usage: USAGE_PARAMETERS,
  'reports/source': REPORT_PARAMETERS,
  'reports/schema': REPORT_PARAMETERS,
  'scripts/published': {},
  'scripts/drafts': listParameters(DRAFTS_VIEW),
  'scripts/tests': TEST_RUNS_PARAMETERS,
  'scripts/history': listParameters(HISTORY_VIEW),
  'scripts/tokens': {},
  keys: listParameters(KEYS_VIEW),
  integrations: INTEGRATIONS_PARAMETERS,
  'email-ingest': EMAIL_INGEST_PARAMETERS,
  start: FIRST_PIPELINE_PARAMETERS,
  'homepage-details': HOME_DETAILS_PARAMETERS,
  'homepage/charts': USAGE_PARAMETERS,
  'keys/details': KEY_PARAMETERS,
  'keys/add-key': NEW_KEY_PARAMETERS,
  'keys/edit-key': KEY_PARAMETERS,
  'backfills/details/:backfillId': {
    ...DETAIL_PARAMETERS,
    ...listParameters(RUNS_VIEW),
    ...selectionParameters(RUNS_VIEW.drawer),
  },
  'scripts/editor/:version_id/*': EDITOR_PARAMETERS,
  'editor/scripts': SCRIPTS_PARAMETERS,
};
