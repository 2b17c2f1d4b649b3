import type { Page } from 'playwright-core';

/** Waits until the console says that no request and no script is on its way and that their outcome is drawn. */
export const whenIdle = (page: Page): Promise<void> => page.locator('html[data-idle]').waitFor({ state: 'attached' });
