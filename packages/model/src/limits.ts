/** Limits that the specification and the design fix. Sizes in bytes, times in milliseconds unless the name says otherwise. */
export const LIMITS = {
  transferPageSize: 20,
  eventPageSize: 50,
  keyPageSize: 100,
  /** Days before its end from which on a key is shown to end. */
  keyExpiryDays: 14,
  detailListSize: 10,
  selectorSize: 1000,
  sampleRows: 100,
  sampleAgeDays: 30,
  /** Bytes of a file that a person puts into the account's folder for `file` sources, and how many files it may have. */
  importedFileBytes: 50_000_000,
  importedFiles: 50,
  /** After so many days mail that no rule took is removed. */
  unreadMailDays: 90,
  eventMessageLength: 200,
  destinationLength: 116,
  searchDebounce: 500,
  /** Characters of a search, and of each value of a filter. */
  filterTextLength: 500,
  /** Characters of the comment on an event, and of the name of a saved view. */
  commentLength: 2000,
  viewNameLength: 100,
  ingestSearchDebounce: 1000,
  chartLookbackDays: 30,
  badgeCap: 9,
  passwordMinLength: 8,
  passwordMaxLength: 128,
  /** The score of a password's strength, 0 to 4, must be above this. */
  passwordScore: 2,
  backfillDays: 30,
  backfillUploads: 1000,
  backfillTitleLength: 500,
  backfillDescriptionLength: 4000,
  draftPageSize: 20,
  /** Characters of the description of a draft, and of the path of one of its files. */
  draftDescriptionLength: 500,
  filePathLength: 500,
  /** Characters of a comment on a draft, and of the note of a review; comments of one draft, deleted ones included. */
  draftCommentLength: 4000,
  reviewNoteLength: 2000,
  draftComments: 500,
  /** Intervals for reporting an open draft, and for dropping a silent tab. A tab in the background reports each minute. */
  presenceInterval: 20_000,
  presenceExpiry: 90_000,
  /** Tabs of one person that have one draft open. */
  presenceTabs: 20,
  changelistFiles: 10_000,
  /** Bytes of one file of a script, and of all its files. */
  scriptFileBytes: 1_048_576,
  scriptBytes: 67_108_864,
  /** Files whose contents one query returns. */
  openedFiles: 1_000,
  /** Attempts at a unit of work, the first included. */
  retryLimit: 5,
  failedDatesBeforeSuspension: 3,
  /** Units that one account, and one key, may have running at once, over all workers, where no setting says otherwise. */
  runningPerAccount: 32,
  runningPerKey: 4,
  leaseDuration: 30_000,
  /** Interval of lease renewals; also the longest delay until a revoked attempt notices, when the signal is lost. */
  leaseRenewal: 4_000,
  leaseGiveUp: 20_000,
  reconcileInterval: 30_000,
  /** Time that a cancel request waits for a delivery that is being committed. */
  cancelWait: 5_000,
  sourceStallTimeout: 120_000,
  /** A file that changed more recently may still grow. */
  fileSettle: 60_000,
  /** Maximum duration of one probe of a source's files before another may begin. */
  probeLease: 300_000,
  /** Probes that one account, and one program, may have under way at once. */
  probesPerAccount: 2,
  probesPerProgram: 4,
  /** Maximum wait of a report date for an asynchronous report, over all times that it was ordered. */
  reportWaitHours: 192,
  recordBytes: 1_048_576,
  unpackedBytes: 20 * 1024 ** 3,
  unpackedRatio: 200,
  quotedErrorLength: 500,
  /** Part of the console's traces that is sampled. */
  traceSampling: 0.4,
} as const;
