import type { Locator, Page } from 'playwright-core';

/** A value of a parameter, and what shows that the screen has read it. */
export type Shown = readonly [value: string, seen: (page: Page) => Locator];
/** One address: the values of some parameters of a screen. */
export type Address = {
  readonly screen: string;
  /** The path of the screen, where it has parts that vary. */
  readonly path?: string;
  readonly values: Readonly<Record<string, Shown>>;
  /** The role that opens the copied address, where people who may only view do not have the screen. */
  readonly role?: 'developer' | 'CS';
};

/** Ids of the objects that the addresses name. */
export type AddressIds = Readonly<
  Record<
    'download' | 'upload' | 'failed' | 'event' | 'integration' | 'testRun' | 'backfill' | 'run' | 'draft' | 'published',
    string
  >
>;

export const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name });
export const searchField =
  (value: string, index = 0) =>
  (page: Page) =>
    page.locator(`[role="searchbox"][value=${JSON.stringify(value)}]`).nth(index);
export const sorted = (column: string, direction: string) => (page: Page) =>
  page.locator(`[role="columnheader"][aria-label="${column}"][aria-sort="${direction}"]`);
export const drawer = (name: string | RegExp) => (page: Page) => page.getByRole('dialog').getByText(name).first();
/** An element of the drawer, which covers a page that may have another of the same name. */
export const inDrawer = (name: string | RegExp) => (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name });
export const sortedInDrawer = (column: string, direction: string) => (page: Page) =>
  page.locator(`[role="dialog"] [role="columnheader"][aria-label="${column}"][aria-sort="${direction}"]`);
export const tab = (name: string) => (page: Page) => page.getByRole('tab', { name, selected: true });
export const chosen = (name: string) => (page: Page) => page.locator('label[data-active]').filter({ hasText: name });

const DAY = 86_400_000;
export const day = (ago: number): string => new Date(Date.now() - ago * DAY).toISOString().slice(0, 10);
export const START = day(20);
export const END = day(0);
