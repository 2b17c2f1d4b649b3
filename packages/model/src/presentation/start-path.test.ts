import { expect, it } from 'vitest';
import { dashboardPath, defaultPath } from './start-path.ts';

it('"All account routes start with /app/{url_name}/."', { tags: 'spec:routes-prefix' }, () => {
  expect(dashboardPath('acme')).toBe('/app/acme/dashboard');
});

it('"403 goes to the default dashboard or root."', {
  tags: ['spec:session-forbidden', 'spec:session-default-account', 'spec:route-root'],
}, () => {
  expect(defaultPath('acme')).toBe('/app/acme/dashboard');
  expect(defaultPath(null)).toBe('/');
});
