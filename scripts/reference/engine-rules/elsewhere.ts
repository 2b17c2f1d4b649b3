import type { Elsewhere } from './line.ts';

/** What those sections say that no line here has, because something else carries it. */
export const ELSEWHERE: readonly Elsewhere[] = [
  {
    section: '1.4',
    what: 'The session, its redirects, the health check every 10 s and its fallback screen',
    where: 'sign-in and the shell',
  },
  { section: '1.4', what: 'Progress in percent, capped at 100%', where: 'the downloads screen' },
  {
    section: '1.4',
    what: '"Download abandoned correctly.", "Upload abandoned correctly.", the menu item "Abandon"',
    where: 'the transfer screens',
  },
  {
    section: '1.4',
    what: 'Chips and tooltips of flows; "succeeded" and "failed" shown as "Completed" and "Failed"',
    where: 'the flow table',
  },
  {
    section: '1.4',
    what: 'Modes of the button for samples: ready, loading, error, expired',
    where: 'the downloads screen',
  },
  {
    section: '1.4',
    what: 'Deleting, editing and reconnecting keys; the forms of keys and integrations',
    where: 'the screens of keys and integrations',
  },
  {
    section: '1.5',
    what: 'Emails, passwords, key forms, SQL, SSH and SSL fields, Slack and test integrations',
    where: 'the screens of keys and integrations',
  },
  {
    section: '1.5',
    what: 'Date pickers without future dates, debounce of searches, the filter of project names',
    where: 'the screens',
  },
  {
    section: '1.8',
    what: 'Toasts, banners and tooltips, "No Items", the generic failure texts, identity codes',
    where: 'the screens and sign-in',
  },
  { section: '1.8', what: 'Messages of keys and of integrations', where: 'the screens of keys and integrations' },
  {
    section: '1.9',
    what: 'Sizes, widths, popups, badges, colours, abbreviated numbers, shortcuts of dates, 200 characters of an event',
    where: 'the screens',
  },
  {
    section: '1.9',
    what: 'A page of keys has 100 rows; passwords; traces and replays',
    where: 'the key list, sign-in and error reporting',
  },
  {
    section: '2.4',
    what: 'The launch dialog: steps, Next and Back, when they are disabled',
    where: 'the backfill screens',
  },
  {
    section: '2.4',
    what: 'The chip of a backfill, made of its status, its counts and its dirty rows; the phase indicator; inline editing',
    where: 'the backfill screens',
  },
  {
    section: '2.4',
    what: 'Saving, publishing, merging, cloning, archiving and renaming drafts, and their files',
    where: 'the script screens',
  },
  {
    section: '2.4',
    what: 'The messages of the home page made of a declaration’s statuses, its week and its event; the status filter',
    where: 'the home screen',
  },
  { section: '2.4', what: 'Identities, accounts, users and the flow of adding them', where: 'the admin screens' },
  {
    section: '2.5',
    what: 'Pickers that clamp dates; the remaining characters of a description',
    where: 'the backfill screens',
  },
  { section: '2.5', what: 'Drafts’ descriptions, file names, "overwrite"', where: 'the script screens' },
  {
    section: '2.5',
    what: 'Users, accounts, passwords, typed confirmations, summary recipients, ingest recipients and rules, usage charts',
    where: 'the admin, ingest and usage screens',
  },
  {
    section: '2.8',
    what: 'Toasts and alerts of backfills: "Backfill launched", "Backfill cancelled", "Problem backfilling Import {name}."',
    where: 'the backfill screens',
  },
  {
    section: '2.8',
    what: 'Texts of drafts around "Fix Validation Errors."; of usage, admin, users and email ingest',
    where: 'their screens',
  },
  {
    section: '2.9',
    what: 'Cutting a description at 400 characters, three steps, row heights; usage charts, drafts, editor, calendar',
    where: 'the screens',
  },
];
