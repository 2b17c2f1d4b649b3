import type { Locator } from 'playwright-core';

/**
 * Presses a button of an open dialog by Enter, once the dialog has taken the focus. A dialog takes it by timers after it is drawn,
 * so a button that is focused before would lose the focus, and another one the key.
 */
export async function pressInDialog(dialog: Locator, name: string): Promise<void> {
  await dialog.evaluate(async () => {
    // The first frame comes after the dialog is drawn and its effects have set their timers; timers of one delay end in order.
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    await new Promise((resolve) => setTimeout(resolve));
  });
  await dialog.getByRole('button', { name }).press('Enter');
}
