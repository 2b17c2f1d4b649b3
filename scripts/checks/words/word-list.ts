/** A word that the project does not use, and what to write in its place. */
export type BannedWord = { readonly pattern: RegExp; readonly instead: string };

/**
 * Words in prose and in names. A line is matched with its names split into lower-case words: `toldEvents` reads "told events".
 * Each pattern is global.
 */
export const BANNED_WORDS: readonly BannedWord[] = [
  { pattern: /\b(?:tells?|telling|told)\b/g, instead: 'report, record, translate, show' },
  { pattern: /\blook(?:s|ed|ing)?\b(?! ?(?:ups?|like|ahead|behind|back)\b)/g, instead: 'probe, poll, read, search' },
  { pattern: /\bmend(?:s|ed|ing)?\b/g, instead: 'fix' },
  { pattern: /\bnobody\b/g, instead: 'no user, no reader, nothing' },
  { pattern: /\banew\b/g, instead: 'again' },
  { pattern: /\bfor good\b(?! reason)/g, instead: 'permanently' },
  // SVG has an element of that name, and so have icons of the library: IconAlertCircle.
  { pattern: /(?<!<|\bicon \w+ )\bcircles?\b/g, instead: 'cycle' },
  { pattern: /(?<!\bthere )\bis no\b(?! (?:longer|more)\b)/g, instead: 'is not (valid)' },
  { pattern: /\b(?:has|have|had) to be\b/g, instead: 'must be' },
  { pattern: /\b(?:laid|lays?|kept|keeps?|put|puts) aside\b/g, instead: 'blocked, rejected, quarantined' },
  { pattern: /\b(?:laid|lays?) out\b/g, instead: 'formatted' },
  { pattern: /\bcall(?:s|ed|ing)? off\b/g, instead: 'cancel' },
  { pattern: /\b(?:give|pass) turns?\b|\bturns? of (?:the|a) (?:key|account)\b/g, instead: 'concurrency slot' },
  { pattern: /\bunsought\b/g, instead: 'orphaned' },
  { pattern: /\bgive up unit\b/g, instead: 'failPermanently' },
  { pattern: /\bforget retries\b/g, instead: 'resetRetryCount' },
  { pattern: /\bbefore swap\b/g, instead: 'beforeCommit' },
  { pattern: /\bheld for nothing\b/g, instead: 'orphaned' },
  { pattern: /\bremarks?\b/g, instead: 'diagnostic' },
  { pattern: /\barrivals pill\b/g, instead: 'NewRowsBanner' },
  { pattern: /\bcsv (?:odd|judge)\b|\bquick value\b/g, instead: 'csv-partial-record, csv-validate, value-fast-path' },
  {
    pattern: /\bsource file never came\b|\bdestination login\b|\bsource refused\b/g,
    instead: 'SOURCE_FILE_NOT_RECEIVED, DESTINATION_AUTH_FAILED, SOURCE_AUTH_FAILED',
  },
];

/** Names as they stand in code. Each pattern is global. */
export const BANNED_NAMES: readonly BannedWord[] = [
  { pattern: /\. Who (?:can|cannot|has|may|needs|reads|wants)\b/g, instead: "'people who' or 'a person who'" },
  { pattern: /\b(?:MOST_[A-Z_]+|most[A-Z]\w*)\b/g, instead: 'MAX_…, max…' },
  { pattern: /\bDoors\b|\bdoorsOf\b/g, instead: 'TransactionScopes' },
  { pattern: /\bdatabase\.repeating\b/g, instead: 'database.prepared' },
  { pattern: /\b(?:Chance|ArrivalsPill)\b/g, instead: 'Randomness, NewRowsBanner' },
  {
    pattern: /\b(?:from|join|into|update|table) source (?:s|d|set|where|\()(?=\W|$)/g,
    instead: 'download_declaration',
  },
];

/** Docstrings, and descriptions of a GraphQL schema, that point at a thing instead of naming it. */
export const BANNED_DOCSTRING = /(?:\/\*\*?\s+(?:\*\s+)?|"""\s*)(What|Of|Those|Who|Whom|Which|Something|That of)\b/g;

/**
 * First words of a title of a test or group that only reads on from another one: "is refused", "of a view", "when it fails".
 * After `each(…)` a second call has the title.
 */
export const BANNED_TITLE =
  /(?:(?<![.\w])(?:it|test|describe)(?:\.\w+)*\(|\)\()\s*['"`](is|are|was|were|be|has|have|had|can|cannot|may|must|not|of|in|into|with|without|within|for|from|at|on|onto|over|by|to|towards|as|after|before|between|behind|through|during|until|under|when|whenever|while|where|once|if|unless|because|but|and|or|nor|also|still|than|that|who|whose|there)\b/g;

/** File names, without extension, that do not say what is in the file. */
export const BANNED_FILES: ReadonlySet<string> = new Set([
  'closed',
  'texts',
  'week',
  'of-date',
  'work',
  'midway',
  'every',
]);

/** Texts that the specification or a standard prescribes, as they stand in the code. */
export const PRESCRIBED_TEXTS: readonly string[] = [];
