import { ASSERTION_EXPLANATIONS } from './assertions.ts';
import { CONSTANT_EXPLANATIONS } from './constants.ts';
import type { Code } from './diagnostics.ts';

/** The families of codes, by their first digit. */
export const FAMILIES: Readonly<Record<string, string>> = {
  1: 'Syntax',
  2: 'Names',
  3: 'Types',
  4: 'Parameters and keys',
  5: 'Style and unused',
  9: 'Preview features',
};

/** The reason behind each code, beyond its message. */
export const EXPLANATIONS: Readonly<Record<Code, string>> = {
  SBS1001:
    'The language does not use this character. Conditions are combined with and, or, not; names with other characters are written in double quotes.',
  SBS1002: 'A string starts and ends on one line, with the same quotation mark.',
  SBS1003:
    'A comment that starts with /* extends to the next */. Without it, the rest of the file is part of the comment.',
  SBS1004:
    'Integers have 64 bits, as in the databases that receive the rows. Write a larger number as a string, or with a decimal point.',
  SBS1005: 'A name starts with a letter or _. Write a column whose header starts with a digit in double quotes.',
  SBS1006:
    'A string contains printable characters and tabs. Other control characters usually come from copying and are invisible.',
  SBS1007:
    'The parser cannot continue here. The message names what it expected; the cause may be just before this place.',
  SBS1008:
    'Declarations, parameters and columns end with a semicolon, also after a closing bracket. The compiler continues as if it were there.',
  SBS1009:
    'Brackets come in pairs. The message is at the opening bracket; the closing one belongs after its last entry.',
  SBS1010: 'At the top level a script has download (or import), table and upload (or export) declarations.',
  SBS1011: 'Expressions can be nested 150 levels deep. Compute a part of a deeper one in a table of its own.',
  SBS1012: 'A choice is written condition ? value : otherwise. Further conditions can follow after the colon.',
  SBS1013: 'A select with an aggregate is grouped by all items without one, so a list of keys is redundant.',
  SBS1014: 'A query stands in brackets of its own: behind from and join, in conditions, and as a value.',
  SBS1015: 'Joins are explicit, because a forgotten condition multiplies the rows.',
  SBS1016:
    'Distinct values are counted with count_distinct. For other aggregates of distinct values, aggregate a select distinct.',
  SBS1017: 'The clauses of a select have a fixed order: the order in which they are evaluated.',
  SBS1018: 'A quoted name has at least one character.',
  SBS1019: 'A join pairs matching rows, so it needs a condition. All pairs are a cross join.',
  SBS1020: 'A cross join pairs every row with every row. With a condition, it is a join.',
  SBS1021: 'offset leaves out the first rows of a limit. Without a limit it has no meaning here.',
  SBS1040:
    'A SQL dialect has this clause. The message says what to write here; what has no counterpart can be left out.',
  SBS1041: 'A SQL dialect has this operator. The language has another one, or a function, for the same.',
  SBS1042:
    'A SQL dialect writes values this way. The language has functions and casts for them, with ordinary arguments.',
  SBS1043:
    'A SQL dialect declares tables or columns this way. Here a table is a query, and columns have a name and a type.',
  SBS1044: 'Parameters, columns and declarations end with semicolons. Commas separate the items of a list.',
  SBS1045:
    'The declaration could end here, and nothing of it can follow here. A word may be mistyped, or something removed.',
  SBS1046: 'Two values need a comma or an operator between them, and a new name needs as before it.',
  SBS1047: 'In SQL, two dashes start a comment. Here comments start with // or #, or stand between /* and */.',
  SBS1048:
    'Names and strings stand between straight quotation marks, " or \'. Text processors and other dialects have other marks.',
  SBS1049: 'SQL has statements that create, change and remove. A script only declares downloads, tables and uploads.',
  SBS1022: 'The columns of a query in brackets are found by its name.',
  SBS2001:
    'All files of an account share one namespace, so that a table can be used in every file. The other declaration may be in another file.',
  SBS2002:
    'Headers are matched without case, with spaces, dashes and underscores alike. Two columns that match the same header are ambiguous.',
  SBS2003: 'A query reads downloads and tables that some file of the account declares. Their order does not matter.',
  SBS2004:
    'The table does not have this column. Its columns are those that its download declares or its select names. Names are case-sensitive.',
  SBS2005: 'Several tables of the query have this column. Qualify it with the name of the table and a dot.',
  SBS2006: 'A table cannot depend on itself, directly or through other tables.',
  SBS2007: 'The function does not exist. The reference lists all functions by family.',
  SBS2008: 'A table that is used twice in a query needs an alias, so that its columns can be qualified.',
  SBS2009: 'An upload sends the rows of a table or a download that some file of the account declares.',
  SBS2010: 'Every column of a table has a name. A plain column keeps its own; an expression needs one.',
  SBS2011: 'The record is declared with its fields, and this field is not among them.',
  SBS2012:
    'The name of an upload identifies it in lists, events and at its destination. Without as, it is the name of the table.',
  SBS2013:
    'The pattern of columns(…) is a regular expression over column names. A pattern without a match is usually a mistake.',
  SBS2014:
    'columns(…) makes a column for each match. Each keeps its own name, unless the name behind as contains that of the column.',
  SBS2015: 'Columns of a table have distinct names, also when case is ignored.',
  SBS2016:
    'A qualified name starts with a table of this query, by its alias if it has one, or with a column that is a record.',
  SBS2017:
    'Names that start with switchboard: are reserved for the engine, which stores the state of upsert tables under them.',
  SBS2030: 'A SQL dialect has a function of this name. The language has it under another name, or in another form.',
  SBS2031:
    'where and on filter rows before the items are computed. having, qualify and order by come after them and know their names.',
  SBS2032: 'Some SQL dialects read this word as a value. The language has a function or a column for it.',
  SBS2033:
    'A name in double quotes is a column if one of that name is in scope, else it is a string. A string needs as and a name.',
  SBS2018: 'The tables of a with have distinct names, also when case is ignored.',
  SBS2019: 'A part of a with that nothing reads has no effect.',
  SBS3001: 'The type does not exist. The reference lists all types.',
  SBS3002:
    'Only lossless conversions are implicit: integer to decimal to float, and date to datetime. Convert other values explicitly, so that a wrong comparison is an error and not a wrong result.',
  SBS3003: 'A dot or bracket after a value selects a part of it. Only records, lists and json have parts.',
  SBS3004: 'A record is declared with all its fields. Use json for values whose fields vary from row to row.',
  SBS3005:
    'Only date and datetime columns of a download accept a format, only its numbers accept separators, and only decimal accepts digits.',
  SBS3006: 'List elements are counted from 0, and from the end with -1. Fields of json can also be selected by name.',
  SBS3007:
    'where filters rows before grouping, having filters groups. Aggregates belong in having and cannot be nested.',
  SBS3008: 'A function takes the arguments of its signature. Those with a question mark are optional.',
  SBS3009: 'A condition is true, false or null. Compare numbers and strings with a value.',
  SBS3010:
    'A date format consists of tokens. Note dd for the day of the month and mm for minutes. Other letters, except T, are not allowed.',
  SBS3011: 'The compiler checks this argument, so it must be a literal and not a column.',
  SBS3012:
    'Regular expressions use the RE2 syntax, which runs in linear time and has no lookaround or back-references.',
  SBS3013: 'The function requires a value of another type, and there is no implicit conversion.',
  SBS3014:
    'A decimal is exact, with up to 38 digits. The first argument is the total number of digits, the second those after the point.',
  SBS3015: 'A union combines columns of the same name, so their types must be compatible.',
  SBS3016:
    'Window functions such as row_number require over (partition by … order by …). Of other functions, only aggregates accept it.',
  SBS3017:
    'With an aggregate among the items, each result row represents a group. A column that is not a key has many values in a group.',
  SBS3018:
    'explode makes a row for each element. Inside an expression or beside an aggregate, the number of rows is undefined.',
  SBS3019: 'columns(…) becomes several items. A condition requires one value.',
  SBS3020: 'The function accepts only some values for this argument.',
  SBS3021:
    'The matching columns are known only where all columns are declared. A download with * takes the columns of its files.',
  SBS3022: 'having filters groups, and this select has none. where filters rows, and does so earlier.',
  SBS3023: 'An upsert keeps one row per key. Its keys are columns of the table whose values can be compared.',
  SBS3025:
    'The compiler validates the SQL of every plan before it is used. No script should be able to cause this error.',
  SBS3026: 'There is no conversion between these types.',
  SBS3027: 'Several columns(…) in an item iterate over the same columns together, so they need the same pattern.',
  SBS3031: 'A literal is read when the script is compiled, as the columns of files are read. Nothing is rounded.',
  SBS3029:
    'order by 2 sorts by the number 2, not by the second column: columns are named. A text in double quotes is a column only if there is one of that name.',
  SBS3030:
    'A name in double quotes is a column if one of that name is in scope, else it is a string. A string in single quotes is never a column.',
  SBS3032:
    'A text is read as a date only when its format names a day: at least the year. Without a month or day it is the first one. hh counts from 1 to 12 and needs a.',
  SBS3033:
    'A product of decimals is exact: it has the decimal places of both sides. It never becomes a float by itself.',
  SBS3040: 'where filters rows, having filters groups, and qualify filters rows by the value of a window function.',
  SBS3057: 'Two rows are equal when all their columns are, so all columns must be declared.',
  SBS3058:
    'except, intersect and union of queries in brackets match columns by name; their order does not matter. SQL matches them by place.',
  SBS3045: 'The rows that an upsert keeps are stored under the name of its table.',
  SBS3049:
    'An asof join pairs each row with the nearest one, such as the last price before a sale. Exactly one inequality says which is nearest.',
  SBS3050:
    'The nearest row is searched in the order of the joined table, so each comparison has that table on one side and the others on the other.',
  SBS3051: 'using means equality of columns. The nearest row is found by an inequality.',
  SBS1026: 'A frame is written with both of its bounds, so that a reader need not know which one is left out.',
  SBS1027: 'ignore nulls belongs to the argument whose nulls are left out, so it stands between the brackets.',
  SBS3059:
    'In the name of columns(…), \\0 is the name of each column and \\1 to \\9 are the groups of the pattern. The names must be known when the script is compiled.',
  SBS3060:
    'order by between the brackets is for aggregates that depend on the order of their rows, filter is for aggregates, ignore nulls for functions that pick a row of a window, and a frame for aggregates and nth_value.',
  SBS3061:
    'A frame is a part of the ordered partition around the current row: rows counts rows; range measures distances of an integer, a float or a date, whose distances are days.',
  SBS3062: 'A field without a name takes that of its column. Other values need one, as in select.',
  SBS3063: 'Fields are found by their names, and names that differ only in case are the same.',
  SBS3064:
    'A single table has nothing to be united or compared with. Its distinct rows are those of select distinct *.',
  SBS3067:
    'Without an exponent a number with a point is an exact decimal, of at most 38 digits. A float keeps about 16 of them.',
  SBS3052: 'Other tables and uploads need the columns of a table before it has rows, so the values are listed.',
  SBS3053: 'Each row of a pivot stands for several rows. An aggregate makes one value of them.',
  SBS3054:
    'dates(first, last) is a table of consecutive dates, in steps of a day, or of the unit that is its third argument. It has at most 36,600 of them.',
  SBS3055: 'SQL dialects compute different ones of union, except and intersect first. Brackets leave no doubt.',
  SBS3056: 'Such a query has no clauses of its own. A query that reads it, or one that it reads, has them.',
  SBS3041: 'Queries stand in where, having and qualify, in items and in order by. Joins are computed before them.',
  SBS3042: 'Such a query stands for a value or for a list of values.',
  SBS3043: 'Each row needs one value. A query with several rows would fail when it runs.',
  SBS3044:
    'An aggregate folds the rows of its own query. Over a column of a query around it, it would belong to that query and mean something else.',
  SBS4001: 'The type of a download or upload names a connector, followed by a colon and a report where it has several.',
  SBS4002:
    'A connector has its own parameters besides those of every download or upload. An unknown parameter would have no effect.',
  SBS4003: 'The connector requires this parameter.',
  SBS4004: 'The value has another type than the parameter. Strings are written in quotation marks, numbers are not.',
  SBS4005: 'The parameter accepts only some values.',
  SBS4006: 'These parameters are alternatives. Only one can be set.',
  SBS4007: 'One of these parameters is required.',
  SBS4008: 'Keys are stored by name, separately from scripts. The account has no key of this name.',
  SBS4009: 'A connector requires keys of a certain type.',
  SBS4010:
    'A key is suspended after the other side rejected it. Downloads and uploads with this key are blocked until it is active again.',
  SBS4011: 'Timezones have IANA names, so that daylight saving time is correct in every year.',
  SBS4012: 'Patterns and regular expressions are checked here, so that no download waits for files that cannot match.',
  SBS4013: 'Without a token, no date can be read from the name.',
  SBS4014: 'A parameter can be set once in a block.',
  SBS4015: 'The parameter accepts a range of numbers.',
  SBS4016: 'Some connectors are sources only, others are destinations only.',
  SBS4017: 'The connector does not use a key, so the parameter would have no effect.',
  SBS4018: 'An upsert replaces the rows with the same values in these columns.',
  SBS4019: 'A time of day has two digits for the hour, 00 to 23, and two for the minute.',
  SBS4020: 'A URL is absolute, with scheme and host.',
  SBS4021: 'The braces of a path or URL contain parts of the report date, or name for the name of the upload.',
  SBS4022: 'The connector still works and will be removed. The message names its replacement, if there is one.',
  SBS4023: 'The former name of a key works until another key takes it. The quick fix writes the current name.',
  SBS4030: 'If both were the same character, 1,234 could be two numbers.',
  SBS4031: 'A type of numbers accepts decimal_separator and group_separator.',
  SBS4032:
    'Every download has report_date, filename and line_number without a declaration. A column of the files with such a name gets another one by as.',
  ...ASSERTION_EXPLANATIONS,
  ...CONSTANT_EXPLANATIONS,
  SBS5001:
    'A download that no upload needs still costs time and requests. Tables that a broken declaration mentions count as needed.',
  SBS5002: 'A table that no upload needs is never built.',
  SBS5003:
    'No query reads the column. Files with fewer columns load faster. If an error hides which columns a query uses, all columns of its tables count as used.',
  SBS5004: 'Keywords work in any case and are written in lower case.',
  SBS5005: 'A key that is listed twice is kept once.',
  SBS5006: 'The select has aggregates, so the other items are its keys.',
  SBS9001: 'Functions with over (…) work. Their syntax may still change.',
  SBS9002: 'The query form works. Its syntax may still change.',
};
