import { absent, NOT_RANDOM } from '../function-habit.ts';

/** Functions that scripts do without. */
export const ABSENT_HABITS = absent([
  [
    'connection_id current_account current_database current_role current_schema current_user current_warehouse database db_name host_name object_id pg_backend_pid schema session_user suser_sname sys_context system_user txid_current user userenv version',
    'A script has neither session nor server, its rows depend on its inputs alone. Write a column or a constant.',
    '()',
    'site',
  ],
  [
    'currval found_rows ident_current last_insert_id lastval nextval row_count scope_identity setval',
    'Write row_number() over (order by column) for a number of each row.',
    '()',
    'row_number() over (order by site)',
  ],
  ['newsequentialid ora_rowscn sys_guid', NOT_RANDOM, '()', 'md5(site)'],
  [
    'http_get load_file opendatasource openrowset read_csv read_json read_parquet url xp_cmdshell',
    'A script reads its downloads alone. Declare a download for it.',
    "('x')",
    'site',
  ],
  ['benchmark pg_sleep sleep', 'A script cannot wait. Remove it.', '(5)', 'site'],
  [
    'binary_checksum checksum crc32 digest fnv_hash murmur_hash ora_hash sha512 standard_hash xxhash64',
    'Write sha256(text), or md5(text).',
    '(site)',
    'sha256(site)',
  ],
  [
    'aes_decrypt aes_encrypt decrypt encrypt pgp_sym_decrypt pgp_sym_encrypt',
    'No key is in reach of a script. Write sha256(text) for what only identifies a row.',
    "(site, 'x')",
    'sha256(site)',
  ],
  [
    'base64_decode_string base64_encode compress encode from_base64 to_base64 uncompress unhex',
    'Texts are read and delivered as they are. Encode them at the source or at the destination.',
    '(site)',
    'site',
  ],
  [
    'difference editdistance jaro_winkler_similarity levenshtein similarity soundex',
    'Texts are equal or not. Compare lower(trim(text)), or join a table of spellings.',
    "(site, 'x')",
    "lower(trim(site)) == 'x'",
  ],
  [
    'bit_count bitand bitor bitxor',
    'Write mod(floor(n / 4), 2) for the third bit.',
    '(clicks, 4)',
    'mod(floor(clicks / 4), 2)',
  ],
  [
    'generate_date_array generate_series range sequence',
    'Write explode([1, 2, 3]) for a few values, or download a table of them.',
    '(1, 3)',
    'explode([1, 2, 3])',
  ],
  [
    'date_bin time_bucket time_slice timebucket',
    "Write date_trunc(value, 'hour') for a unit, from_epoch(integer(floor(epoch(value) / 900)) * 900) for a quarter of an hour.",
    '(at)',
    'from_epoch(integer(floor(epoch(at) / 900)) * 900)',
  ],
  ['justify_days make_interval', "Write date_add(value, 1, 'month').", '(at)', "date_add(at, 1, 'month')"],
  [
    'parse_url url_extract_host',
    "Write regex_extract(url, '^https?://([^/:?#]+)', 1) for the host, other patterns for other parts.",
    '(site)',
    "regex_extract(site, '^https?://([^/:?#]+)', 1)",
  ],
  ['regexp_split_to_array', 'Write split(text, separator).', "(site, ',')", "split(site, ',')"],
  [
    'extract',
    'Write year(value), month(value), day(value) or hour(value), regex_extract(text, pattern) for a part of a text.',
    "(site, '[a-z]+')",
    "regex_extract(site, '[a-z]+')",
  ],
  [
    'percentile_disc',
    'Write percentile(value, fraction), which interpolates.',
    '(ratio, 0.5)',
    'percentile(ratio, 0.5)',
  ],
  ['degrees', 'Write x * 180 / 3.141592653589793e0.', '(ratio)', 'ratio * 180 / 3.141592653589793e0'],
  ['radians', 'Write x * 3.141592653589793e0 / 180.', '(ratio)', 'ratio * 3.141592653589793e0 / 180'],
  [
    'corr covar_pop covar_samp regr_slope',
    'Write it from averages: avg(x * y) - avg(x) * avg(y) is the covariance of all rows.',
    '(ratio, ratio)',
    'avg(ratio * ratio) - avg(ratio) * avg(ratio)',
  ],
  ['pmod', 'Write mod(mod(a, b) + b, b).', '(clicks, 3)', 'mod(mod(clicks, 3) + 3, 3)'],
]);
