import type { Page } from 'playwright-core';

/** A screen in one state. */
export type ScreenState = {
  /** In the file names of pictures and in messages. */
  readonly name: string;
  /** Below /app/{account}/. */
  readonly path: string;
  /** A text that is present once everything has loaded; a row of a list by default. */
  readonly shows?: string;
  /** Brings the loaded screen into the state. */
  readonly prepare?: (page: Page) => Promise<void>;
};
