import type { SqlWords } from '../sql-fence.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''));

/**
 * All words that the DuckDB dialect writes. A function that a new entry of the catalogue calls is added here by hand: a test
 * compares the list with what the catalogue and the emitter write.
 */
export const DUCKDB_WORDS: SqlWords = {
  keywords: words(`
    WITH EXISTS SELECT DISTINCT FROM AS JOIN LEFT RIGHT FULL CROSS SEMI ANTI ASOF ON WHERE GROUP BY ALL HAVING QUALIFY ORDER DESC NULLS FIRST LAST
    LIMIT OFFSET UNION EXCEPT INTERSECT NAME EXCLUDE REPLACE COLUMNS AND OR NOT IN IS NULL BETWEEN LIKE ILIKE ESCAPE CASE WHEN THEN ELSE END
    FILTER IGNORE ROWS RANGE UNBOUNDED PRECEDING FOLLOWING CURRENT ROW
    CAST TRY TRY_CAST NULLIF INTERVAL OVER PARTITION UNPIVOT INCLUDE FOR lambda true false
  `),
  types: words('VARCHAR BIGINT INTEGER HUGEINT DOUBLE DECIMAL BOOLEAN DATE TIMESTAMP TIMESTAMPTZ TIME JSON STRUCT'),
  functions: words(`
    abs any_value approx_count_distinct approx_quantile arg_max_null arg_min_null array_to_string avg bool_and bool_or ceil coalesce concat concat_ws
    contains count cume_dist date_diff date_trunc day dayname dayofweek dayofyear dense_rank ends_with error first flatten floor getvariable greatest
    hour isfinite isoyear json_extract json_extract_string json_keys json_type lag last last_day lead least left len length list list_avg list_concat list_contains list_distinct
    list_extract list_max list_min list_position list_reverse list_slice list_sort list_sum list_transform ln log10 lower lpad ltrim max md5 median min make_timestamp minute month monthname nth_value ntile nullif
    percent_rank power quantile_cont quarter range rank regexp_extract regexp_extract_all regexp_matches regexp_replace replace reverse right round
    row row_number rpad rtrim second sha256 sign split_part sqrt starts_with stddev_samp strftime string_agg string_split
    struct_extract struct_pack substr sum timezone to_json to_months trim try_strptime unnest upper url_decode url_encode var_samp
    weekofyear year
  `),
};
