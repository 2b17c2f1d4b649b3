import { fullNumber } from './format.ts';

/**
 * Everything an event can report besides the failures in `ERRORS`: its code and the template of its sentence.
 * `{rows}` is a parameter, `{runs:run is|runs are}` a word that depends on a count, and `[…]` a part that is left out
 * when one of its parameters is 0 or empty.
 */
export const EVENT_TEXTS = {
  // Downloads
  DOWNLOAD_COMPLETED: '{name}: downloaded {rows} rows[, read as {encodings}][, without {leftOut} of its archives].',
  DOWNLOAD_ROWS_DIRTY:
    '{name}: {dirty} of {rows} rows[, read as {encodings},][, without {leftOut} of its archives,] are dirty.',
  FOOTER_MISSING:
    '{name}: {files} {count:ends|end} without the declared footer, and all of {count:its|their} rows count.',
  COLUMNS_IGNORED: '{name}: columns that are not declared were ignored: {columns}.',
  SCHEMA_CHANGED: '{name}: the columns of its files changed: {changes}.',
  CONTRACT_BROKEN:
    '{name}: the columns of its files deviate from the contract: {changes}. Have the source corrected, or accept the columns in the source report.',
  CONTRACT_ACCEPTED: '{person} accepted the {columns} {columns:column|columns} of {name} as its contract.',
  CONTRACT_REMOVED: '{person} removed the contract for the columns of {name}.',
  VOLUME_LOW:
    '{name}: {rows} rows are fewer than usual. The same weekday of the last four weeks suggests {low} to {high}.',
  VOLUME_HIGH:
    '{name}: {rows} rows are more than usual. The same weekday of the last four weeks suggests {low} to {high}.',
  VERSION_REPLACED: '{name}: {version} replaces {former} as the version of {date}.',
  FILES_REMOVED: '{name}: {files} of the version before {count:is|are} no longer there and not part of this one.',
  FILES_REPLACED:
    '{name}: {files} {count:was|were} replaced by later mails with files of the same name, and {count:is|are} not part of this version.',
  FILES_REPEATED:
    '{name}: {files} {count:has|have} the content of another file of this version, and {count:counts|count} once.',
  FILES_SUPERSEDED: 'Replaced by a newer version of its files.',
  REPORT_UNCHANGED: 'Identical report already downloaded',
  SOURCE_REMOVED: 'The script no longer has {name}.',
  SOURCE_NOT_FROM_FILES: 'The script no longer takes {name} from files.',
  // Flows and uploads
  ASSERTION_FAILED: 'Assertion {assertion} on {table} failed: {rows} {rows:row contradicts|rows contradict} it.',
  ASSERTION_ROW_COUNT: 'Assertion {assertion} on {table} failed: {rows} {rows:row|rows}, expected {low} to {high}.',
  CONVERSIONS_LOST_VALUES:
    '{expression} in table {table}: {nulls} of {values} {values:value|values} became null, because {nulls:it|they} cannot be converted.',
  UPLOAD_STOPPED:
    '{name} was not uploaded, because the assertion {assertion} failed. Correct the source: a corrected download is uploaded. Or correct the script and retry the upload.',
  RESULT_WITHOUT_ROWS: 'Query has completed successfully, no uploads will result.',
  EMPTY_RESULT_KEPT:
    '{name}: the result for {date} has no rows, and {rows} {rows:row|rows} of {held} that {rows:was|were} uploaded before {rows:stays|stay} at {destination}. Set when_empty to {choices} to change that.',
  EMPTY_LOAD_KEPT:
    '{table}: the load for {date} has no rows, and {rows} {rows:row|rows} that {rows:was|were} kept of it before {rows:stays|stay}. Write when empty replace or when empty fail in its query to change that.',
  EMPTY_LOAD_REPLACED:
    '{table}: the load for {date} has no rows, and the {rows} {rows:row|rows} that {rows:was|were} kept of it before {rows:was|were} taken back.',
  KEPT_ROWS_CHANGED:
    '{table}: the rows kept of {date} changed. Results of {dates} later report {dates:date|dates}, to {last}, were uploaded before and were made from the earlier rows. Run {dates:it|them} again to update {dates:it|them}.',
  EMPTY_RESULT_UPLOADED:
    '{name}: the result for {date} has no rows, and the rows that it replaces were removed from {destination}.',
  COLUMNS_ADDED: '{name}: added {count:the column|the columns} {columns} to {destination}, as evolve asks for.',
  UPLOAD_COMPLETED: '{name}: uploaded {rows} rows to {destination}.',
  UPLOAD_ALREADY_DELIVERED:
    '{name}: uploaded {rows} rows to {destination}. It had been delivered already by an earlier attempt.',
  UPLOAD_AFTER_DEADLINE: '{name} for {date} was uploaded {delay} after its deadline.',
  // People
  ABANDONED: 'Abandoned by {person}.',
  CANCELLED: 'Cancelled by {person}.',
  RETRIED: 'Started again by {person}.',
  RUN_ORDERED: 'Ordered by {person}.',
  PAUSED: 'The {kind} {name} was paused by {person}[ until {until}]: {reason}',
  RESUMED: 'The {kind} {name} was resumed by {person}.[ Report dates left out: {left}.]',
  RESUMED_AT_TIME: 'The {kind} {name} was resumed at the time that its pause named.[ Report dates left out: {left}.]',
  DATES_FROZEN:
    '{person} froze {dates} of {subject}: {reason}[ {underway} {underway:delivery|deliveries} had begun and {underway:is|are} finished.]',
  DATES_UNFROZEN: '{person} unfroze {dates} of {subject}.',
  DATE_RESTATED: '{name} for {date} differs from what was delivered: {before} rows became {after}.',
  HELD_BY_FREEZE:
    '{name} for {date} has changed and is held: {dates} is frozen. Deliver it anyway, or unfreeze the dates.',
  FROZEN_DATE_REPLACED: '{person} delivers {name} for {date}, although {dates} is frozen.',
  MAINTENANCE_PLANNED: '{person} planned maintenance of {subject} from {from} until {until}: {reason}',
  MAINTENANCE_ENDED: '{person} ended the maintenance of {subject}.',
  DECLARATION_UNSUSPENDED: '{name} was unsuspended by {person}.[ {runs} failed {runs:run is|runs are} tried again.]',
  KEY_ADDED: '{person} added the key {key}, of type {type}.',
  KEY_CHANGED: '{person} changed the key {key}: {fields}.',
  KEY_RENAMED: '{person} renamed the key {former} to {key}.',
  KEY_DELETED: '{person} deleted the key {key}.[ It is used by {users}.]',
  KEY_REPOINTED: '{person} pointed {items} from the key {former} to the key {key}.',
  KEY_ACCESS_REVOKED: 'The access of the deleted key {key} was revoked at the provider.',
  KEY_ACCESS_KEPT:
    'The access of the deleted key {key} was not revoked at the provider: {reason}. Revoke it there if it is not needed.',
  KEY_RECONNECTED: '{person} reconnected the key {key}.',
  KEY_UNSUSPENDED: 'The key {key} was unsuspended by {person}. Waiting: {waiting}, tried again: {retried}.',
  INTEGRATION_ADDED: '{person} added the integration {integration}.',
  INTEGRATION_CHANGED: '{person} changed the integration {integration}.',
  INTEGRATION_REMOVED: '{person} removed the integration {integration}.',
  INTEGRATION_DEGRADED:
    'The integration {integration} cannot send notices: {reason} They are sent once it works again.',
  INTEGRATION_RECOVERED: 'The integration {integration} sends notices again.',
  MAIL_DOMAIN_MISSING:
    'The TXT record {record} of the mail domain {domain} is gone. Publish it again until {until}, or the domain counts as verified no longer.',
  MAIL_DOMAIN_FOUND_AGAIN: 'The TXT record of the mail domain {domain} was found again.',
  MAIL_DOMAIN_UNVERIFIED:
    'The mail domain {domain} is verified no longer: its TXT record {record} is gone. Its people sign in by password. Publish the record and verify the domain again.',
  BACKFILL_LAUNCHED: '{person} launched the backfill {title}: {uploads}, {start} to {end}.',
  BACKFILL_CANCELLED: '{person} cancelled the backfill {title}. Pipelines stopped: {stopped}.',
  BACKFILL_COMPLETED:
    'The backfill {title} is over: {succeeded} of {total} pipelines succeeded[, {failed} failed][, {cancelled} cancelled][, {kept} without rows while earlier rows stay].',
  TEST_RESULT_READY: '{name}: the test result of {rows} rows is ready to view.',
  TEST_RESULT_EMPTY: '{name}: the test result has no rows.',
  DRAFT_CREATED: '{person} created the draft {draft}.',
  DRAFT_SAVED: '{person} saved the draft {draft}: {files} {files:file|files} changed.',
  DRAFT_RENAMED: '{person} renamed the draft {former} to {draft}.',
  DRAFT_ARCHIVED: '{person} archived the draft {draft}.',
  DRAFT_MERGED: '{person} merged the published version {published} into the draft {draft}.',
  DRAFT_COMMENTED: '{person} commented on the draft {draft}[ at {path}].',
  DRAFT_COMMENT_EDITED: '{person} edited a comment on the draft {draft}.',
  DRAFT_COMMENT_DELETED: '{person} deleted a comment on the draft {draft}.',
  DRAFT_COMMENT_RESOLVED: '{person} resolved a comment of {author} on the draft {draft}.',
  DRAFT_COMMENT_REOPENED: '{person} reopened a comment of {author} on the draft {draft}.',
  DRAFT_REVIEW_REQUESTED: '{person} requested a review of the draft {draft}.',
  DRAFT_APPROVED: '{person} approved the draft {draft}.',
  DRAFT_CHANGES_REQUESTED: '{person} asked for changes of the draft {draft}.',
  APPROVAL_REQUIRED: '{person} made publishing require the approval of another person.',
  APPROVAL_OPTIONAL: '{person} let drafts be published without the approval of another person.',
  SCRIPT_PUBLISHED: '{person} published {draft}[ in place of {former}][, approved by {approver}].',
  SCRIPT_OVERWRITTEN:
    '{person} published {draft} in place of {former}, without the changes of that version[, approved by {approver}].',
  SCRIPT_ROLLED_BACK: '{person} published the former version {version} again, in place of {former}.',
  TEST_LAUNCHED: '{person} launched a test run of {uploads} with {data} downloads.',
} as const;

type EventText = keyof typeof EVENT_TEXTS;

type ParametersOf<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Counted}:${string}` ? Counted : Name) | ParametersOf<Rest>
  : never;

/** A code of `EVENT_TEXTS` with exactly the parameters of its sentence. */
export type EventFact = {
  [Code in EventText]: {
    readonly code: Code;
    readonly parameters: Readonly<Record<ParametersOf<(typeof EVENT_TEXTS)[Code]>, string | number>>;
  };
}[EventText];

/** The sentence of an event; numbers are written as people read them. */
export function eventText({ code, parameters }: EventFact): string {
  const values: Readonly<Record<string, string | number>> = parameters;
  const isGiven = (part: string): boolean =>
    [...part.matchAll(/\{(\w+)/g)].every(([, name = '']) => (values[name] ?? 0) !== 0 && values[name] !== '');
  return EVENT_TEXTS[code]
    .replace(/\[([^\]]*)\]/g, (_, part: string) => (isGiven(part) ? part : ''))
    .replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, many?: string) => {
      const value = values[name] ?? '';
      if (one !== undefined) return value === 1 ? one : (many ?? '');
      return typeof value === 'number' ? fullNumber(value) : value;
    });
}
