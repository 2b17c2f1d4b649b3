import {
  type Address,
  type AddressIds,
  button,
  chosen,
  day,
  drawer,
  END,
  inDrawer,
  START,
  searchField,
  sorted,
  sortedInDrawer,
  tab,
} from './address.ts';

/** Addresses of lists, dashboards and keys. */
export function operationAddresses(ids: AddressIds): readonly Address[] {
  return [
    {
      screen: 'homepage',
      values: {
        search: ['orders', searchField('orders')],
        groupBy: ['project', chosen('Project')],
        type: ['upload', (page) => page.locator('button[aria-pressed="false"]').filter({ hasText: 'Downloads' })],
        status: ['Notice', (page) => page.locator('button[aria-pressed="false"]').filter({ hasText: 'Working' })],
      },
    },
    {
      screen: 'homepage',
      values: {
        scope: ['all', (page) => page.getByRole('treegrid', { name: 'Health of accounts' })],
      },
    },
    {
      screen: 'homepage-details',
      values: {
        name: ['orders', (page) => page.getByRole('heading', { level: 1, name: 'orders' })],
        type: ['download', (page) => page.getByRole('link', { name: /^View all (downloads|events)$/ })],
        day: [day(1), (page) => page.getByRole('heading', { level: 2, name: day(1) })],
        show: ['events', (page) => page.getByRole('link', { name: 'View all events' })],
      },
    },
    {
      screen: 'downloads/list',
      values: {
        search: ['orders', searchField('orders')],
        status: ['completed', button('Status: Completed')],
        projects: ['shop', button('Project: shop')],
        downloadNames: ['orders', button('Name: orders')],
        purpose: ['production', button('Purpose: Published')],
        currentTab: ['downloads-list-tab', (page) => page.getByRole('heading', { level: 1, name: 'Downloads' })],
        sortBy: ['STARTED', sorted('Started', 'ascending')],
        sortDirection: ['ASC', sorted('Started', 'ascending')],
      },
    },
    {
      screen: 'downloads/list',
      values: {
        start: [START, button(/^Report date: /)],
        end: [END, button(/^Report date: /)],
        downloaded_start: [START, button(/^Downloaded: /)],
        downloaded_end: [END, button(/^Downloaded: /)],
        import_name: ['orders', button('Import: orders')],
      },
    },
    { screen: 'downloads/list', values: { bundleNames: ['orders', button('Bundle: orders')] } },
    {
      screen: 'downloads/list',
      values: {
        downloadBundleId: [ids.download, drawer('Uploads for download orders')],
        uploads_search: ['orders', searchField('orders')],
        uploads_status: ['completed', inDrawer('Status: Completed')],
        uploads_project: ['shop', inDrawer('Project: shop')],
        uploads_uploadName: ['orders', inDrawer('Name: orders')],
        uploads_purpose: ['production', inDrawer('Purpose: Published')],
        uploads_sortBy: ['STARTED', sortedInDrawer('Started', 'ascending')],
        uploads_sortDirection: ['ASC', sortedInDrawer('Started', 'ascending')],
      },
    },
    {
      screen: 'downloads/list',
      values: {
        downloadBundleId: [ids.download, drawer('Uploads for download orders')],
        uploads_start: [START, inDrawer(/^Report date: /)],
        uploads_end: [END, inDrawer(/^Report date: /)],
        uploads_uploaded_start: [START, inDrawer(/^Uploaded: /)],
        uploads_uploaded_end: [END, inDrawer(/^Uploaded: /)],
        uploads_destination: ['file', inDrawer(/^Destination: /)],
        uploads_causes: ['SOURCE_AUTH_FAILED', inDrawer(/^Cause of failure: /)],
      },
    },
    {
      screen: 'downloads/list',
      values: {
        downloadBundleId: [ids.download, drawer('Uploads for download orders')],
        uploads_tab: ['events', tab('Events')],
      },
    },
    {
      screen: 'uploads/list',
      values: {
        search: ['orders', searchField('orders')],
        status: ['completed', button('Status: Completed')],
        project: ['shop', button('Project: shop')],
        uploadName: ['orders', button('Name: orders')],
        purpose: ['production', button('Purpose: Published')],
        sortBy: ['STARTED', sorted('Started', 'ascending')],
        sortDirection: ['ASC', sorted('Started', 'ascending')],
      },
    },
    {
      screen: 'uploads/list',
      values: {
        start: [START, button(/^Report date: /)],
        end: [END, button(/^Report date: /)],
        uploaded_start: [START, button(/^Uploaded: /)],
        uploaded_end: [END, button(/^Uploaded: /)],
        project_id: ['shop', button('Export project: shop')],
        destination: ['file', button(/^Destination: /)],
      },
    },
    {
      screen: 'uploads/list',
      values: {
        selectedUploadId: [ids.upload, drawer('Downloads for upload orders')],
        selectedUploadName: ['orders', drawer('Downloads for upload orders')],
        downloads_search: ['orders', searchField('orders')],
        downloads_status: ['completed', inDrawer('Status: Completed')],
        downloads_projects: ['shop', inDrawer('Project: shop')],
        downloads_downloadNames: ['orders', inDrawer('Name: orders')],
        downloads_purpose: ['production', inDrawer('Purpose: Published')],
        downloads_sortBy: ['STARTED', sortedInDrawer('Started', 'ascending')],
        downloads_sortDirection: ['ASC', sortedInDrawer('Started', 'ascending')],
      },
    },
    {
      screen: 'uploads/list',
      values: {
        selectedUploadId: [ids.upload, drawer('Downloads for upload orders')],
        downloads_start: [START, inDrawer(/^Report date: /)],
        downloads_end: [END, inDrawer(/^Report date: /)],
        downloads_downloaded_start: [START, inDrawer(/^Downloaded: /)],
        downloads_downloaded_end: [END, inDrawer(/^Downloaded: /)],
        downloads_bundleNames: ['orders', inDrawer('Bundle: orders')],
        downloads_causes: ['SOURCE_AUTH_FAILED', inDrawer(/^Cause of failure: /)],
      },
    },
    {
      screen: 'uploads/list',
      values: {
        selectedUploadId: [ids.upload, drawer('Downloads for upload orders')],
        downloads_tab: ['events', tab('Events')],
      },
    },
    {
      screen: 'events',
      values: {
        search: ['orders', searchField('orders')],
        severity: ['info,errors', button(/^Status: /)],
        projects: ['shop', button('Project: shop')],
        createDatetimeStart: [START, button(/^Created: /)],
        createDatetimeEnd: [END, button(/^Created: /)],
        reportDatetimeStart: [START, button(/^Report date: /)],
        reportDatetimeEnd: [END, button(/^Report date: /)],
        downloadName: ['orders', button('Download: orders')],
      },
    },
    {
      screen: 'events',
      values: {
        uploadName: ['orders', button('Upload: orders')],
        withComments: ['true', (page) => page.getByRole('checkbox', { name: 'With comments', checked: true })],
      },
    },
    { screen: 'downloads/list', values: { causes: ['SOURCE_AUTH_FAILED', button(/^Cause of failure: /)] } },
    { screen: 'uploads/list', values: { causes: ['SOURCE_AUTH_FAILED', button(/^Cause of failure: /)] } },
    {
      screen: 'incidents',
      values: { scope: ['all', (page) => page.getByRole('main').getByText('Acme Media')] },
    },
    {
      screen: 'keys',
      values: {
        search: ['partner', searchField('partner')],
        status: ['suspended', (page) => page.getByRole('button', { name: 'Suspended', pressed: true })],
      },
    },
    {
      screen: 'integrations',
      role: 'developer',
      values: {
        mode: ['add', (page) => page.getByRole('heading', { level: 2, name: 'Add Slack' })],
        type: ['slack', (page) => page.locator('input[name="authorization.token"]')],
      },
    },
    {
      screen: 'integrations',
      // A viewer reads its values, and has no inputs.
      role: 'developer',
      values: { id: [ids.integration, (page) => page.getByRole('heading', { level: 2, name: 'Slack (Acme Media)' })] },
    },
    {
      screen: 'keys/details',
      values: { keyName: ['warehouse', (page) => page.getByRole('heading', { level: 1, name: 'warehouse' })] },
    },
    {
      screen: 'keys/add-key',
      role: 'developer',
      values: { keyType: ['sql', (page) => page.getByRole('tab', { name: 'Essential information' })] },
    },
    {
      screen: 'keys/edit-key',
      role: 'developer',
      values: { keyName: ['warehouse', (page) => page.locator('input[value="warehouse"]')] },
    },
    { screen: 'events', values: { around: [ids.event, button(/^Around event: /)] } },
    { screen: 'events', values: { eventId: [ids.event, drawer('Event message')] } },
    {
      screen: 'imports/dashboard',
      values: {
        project_id: ['shop', (page) => page.getByRole('combobox', { name: 'Select imports' })],
        import_name: ['orders', (page) => page.locator('input[aria-label="Select imports"][value*="orders"]')],
        group_by: ['downloadDate', chosen('Download date')],
      },
    },
    {
      screen: 'exports/dashboard',
      values: {
        project_id: ['shop', (page) => page.getByRole('combobox', { name: 'Select exports' })],
        export_name: ['orders', (page) => page.locator('input[aria-label="Select exports"][value*="orders"]')],
        group_by: ['uploadDate', chosen('Upload date')],
      },
    },
  ];
}
