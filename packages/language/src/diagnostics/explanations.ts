import type { Code } from './diagnostics.ts';

/** What the first digit of a code tells. */
export const FAMILIES: Readonly<Record<string, string>> = {
  1: 'Syntax',
  2: 'Names',
  3: 'Types',
  4: 'Parameters and keys',
  5: 'Style and unused',
  9: 'Preview features',
};

/** What each code means, beyond the one line that its message has: why there is such a rule, and what to do. */
export const EXPLANATIONS: Readonly<Record<Code, string>> = {
  SBS1001:
    'The language has no use for this character. Conditions are joined by the words and, or, not; names with unusual letters stand in double quotes.',
  SBS1002:
    'A text starts and ends on one line, with the same quotation mark. Without the second mark, all that follows would be part of the text.',
  SBS1003: 'A comment that starts with /* goes on until */. Without it, the rest of the file would be a comment.',
  SBS1004:
    'Integers have 64 bits, as in the databases that the rows go to. A larger number has to be written as a text, or with a decimal point.',
  SBS1005: 'A name starts with a letter or _. A column whose header starts with a digit is written in double quotes.',
  SBS1006:
    'A text holds what can be seen, and tabs. Other control characters come from copying, and nobody would find them again.',
  SBS1007:
    'The script makes no sense from here on. The message says what could stand at this place; what is wrong may also lie just before it.',
  SBS1008:
    'Declarations, parameters and columns end with a semicolon, also behind a closing bracket. The compiler goes on as if it stood there.',
  SBS1009:
    'Brackets come in pairs. The message is at the one that was opened; the place where it should close is at the end of what it holds.',
  SBS1010:
    'At the start of a line of its own stands download (or import), table, or upload (or export). Everything else belongs into one of them.',
  SBS1011:
    'An expression may hold others, but only so many levels deep. One that deep cannot be read either: give a part of it a name in a table of its own.',
  SBS1012: 'A choice is written condition ? value : otherwise, and further conditions may follow behind the colon.',
  SBS1013:
    'A select that holds an aggregate is grouped by all its items that hold none. A second list of the same columns could only contradict the first.',
  SBS1014:
    'Each query is a table with a name. So it can be looked at, tested and used twice, and every step shows in the lineage.',
  SBS1015:
    'How two tables are joined is said in so many words: a forgotten condition would otherwise multiply the rows.',
  SBS1016:
    'Counting different values is a function of its own, count_distinct. Other aggregates of different values are built on a select distinct.',
  SBS1017: 'The clauses of a select have one order, the order in which they work.',
  SBS1018: 'Between the quotation marks of a name stands at least one character.',
  SBS1019: 'A join pairs the rows that fit together, so it has to say which do. All pairs are a cross join.',
  SBS1020: 'A cross join pairs every row with every row. One with a condition is a join.',
  SBS2001:
    'All files of an account share one set of names, so that a table can be used from every file. The other declaration may be in another file.',
  SBS2002:
    'Headers are matched whatever their case, with spaces, dashes and underscores alike. Two columns that match the same header could not be told apart.',
  SBS2003:
    'A query reads downloads and tables that some file of the account declares. The order of declarations does not matter.',
  SBS2004:
    'The table does not have this column. Columns are those that a download declares, or those that a select names; the case of letters counts.',
  SBS2005: 'Both tables of a join have such a column. Put the name of the table and a dot before it.',
  SBS2006: 'A table cannot need itself, not even through other tables: there would be no first one to build.',
  SBS2007: 'There is no such function. All functions, by family, are in the reference.',
  SBS2008: 'A table that stands twice in a query needs a second name, or its columns could not be told apart.',
  SBS2009: 'An upload sends the rows of a table, or of a download, that some file of the account declares.',
  SBS2010: 'Each column of a table has a name. A bare column keeps its own; what is computed has to be given one.',
  SBS2011: 'The record is declared with its fields, and this is none of them.',
  SBS2012:
    'An upload is known by its name, in lists, events and at its destination. Without as it has the name of its table.',
  SBS2013:
    'The pattern of columns(…) is a regular expression over column names. One that matches none is a mistake most of the time.',
  SBS2014: 'columns(…) makes one column for each that matches, and each keeps its own name.',
  SBS2015: 'The columns of a table have different names, whatever their case.',
  SBS2016: 'Before the dot stands a table of this query, by its alias if it has one, or a column that is a record.',
  SBS2017: 'Names that start with switchboard: belong to the engine, which keeps the rows of upsert tables under them.',
  SBS3001: 'There is no such type. The types and their meaning are in the reference.',
  SBS3002:
    'Values convert by themselves only where nothing is lost: integer to decimal to float, and date to datetime. Everything else is converted by name, so that a wrong comparison is seen here and not in the results.',
  SBS3003: 'A dot or bracket behind a value picks a part of it. Only records, lists and json have parts.',
  SBS3004: 'A record is declared with all its fields. What has other fields from row to row is json.',
  SBS3005: 'Only date and datetime columns of a download take a format, and only decimal takes digits.',
  SBS3006:
    'The elements of a list are counted from 0, and from the end with -1. The fields of json are also picked by text.',
  SBS3007:
    'where chooses rows before they are grouped, having chooses groups. So an aggregate belongs into having, and none stands inside another.',
  SBS3008: 'Each function takes the arguments of its signature; those with a question mark may be left out.',
  SBS3009: 'A condition is true, false or null. Numbers and texts are neither: compare them with something.',
  SBS3010:
    'The format of a date is made of tokens. Note dd for the day of the month and mm for minutes; other letters, all but T, have no meaning.',
  SBS3011: 'The compiler checks this argument, so it has to be written in the script, not computed from a column.',
  SBS3012: 'Regular expressions are those of RE2: always quick, and therefore without look-around and back-references.',
  SBS3013: 'The function needs a value of another type, and there is no conversion that happens by itself.',
  SBS3014:
    'A decimal keeps a number exactly, with up to 38 digits. The first number counts all digits, the second those behind the point.',
  SBS3015: 'A union puts columns of the same name under each other, so their types have to agree.',
  SBS3016:
    'row_number and its like need to know which rows lie beside each other: over (partition by … order by …). Other functions take no over, except aggregates.',
  SBS3017:
    'With an aggregate among the items, each row of the result stands for many rows. A column that is not a key has many values there, and none of them is the right one.',
  SBS3018:
    'explode makes a row of each element. Inside an expression, or beside an aggregate, nobody could say how many rows there are.',
  SBS3019: 'columns(…) becomes several items. A condition needs one value.',
  SBS3020: 'The function knows only some values for this argument.',
  SBS3021:
    'Which columns match can only be said where all columns are known. A download with * takes whatever its files hold.',
  SBS3022: 'having works on groups, and this select has none. where does the same, and earlier.',
  SBS3023: 'An upsert keeps one row for each key. Its keys are columns of the table, whose values can be compared.',
  SBS3025:
    'Before a plan is used, its queries are checked once more. This one was refused, which no script should be able to cause.',
  SBS3026: 'A value of the one type has no meaning as the other.',
  SBS3027: 'Where columns(…) stands twice in an item, both run over the same columns, one after the other.',
  SBS4001: 'The type of a download or upload names a connector, with a report behind a colon where it has several.',
  SBS4002:
    'Each connector takes its own parameters, besides those of every download or upload. One that is not known would do nothing.',
  SBS4003: 'The connector cannot work without this parameter.',
  SBS4004: 'The value is of another kind than the parameter takes. Texts stand in quotation marks, numbers do not.',
  SBS4005: 'The parameter takes only some values.',
  SBS4006: 'These parameters say different things about the same matter. Only one can hold.',
  SBS4007: 'Of these parameters one is needed.',
  SBS4008: 'A key is stored under a name, apart from all scripts. The account has none of this name.',
  SBS4009: 'Each connector needs keys of a certain type.',
  SBS4010: 'A key is suspended when it was refused at the other side. Whatever needs it waits until it works again.',
  SBS4011: 'A timezone is named as in the IANA database, so that summer time is right in every year.',
  SBS4012:
    'Patterns and regular expressions are checked here, so that no download waits for files that can never match.',
  SBS4013: 'Without a token there is no date to be found.',
  SBS4014: 'Each parameter stands once in its block.',
  SBS4015: 'The parameter takes only numbers of a certain range.',
  SBS4016: 'Some connectors only fetch, others only deliver.',
  SBS4017: 'This connector needs no key, and a parameter without effect would mislead.',
  SBS4018: 'To replace rows, an upsert has to know which columns tell them apart.',
  SBS4019: 'A time of day has two digits for the hour, 00 to 23, and two for the minute.',
  SBS4020: 'An address is whole, with its scheme and host.',
  SBS4021: 'In the braces of a path or address stand parts of the report date, or name for the name of the upload.',
  SBS4022:
    'The connector still works, but it will be taken away. The message names the one that takes its place, where there is one.',
  SBS5001:
    'What no upload needs is fetched all the same, and costs time and requests. What a declaration that cannot be read mentions counts as needed.',
  SBS5002: 'What no upload needs is never built.',
  SBS5003:
    'The column is declared but read by nobody. A smaller file is loaded faster. Where a query has errors that hide what it names, all columns of its tables count as used.',
  SBS5004: 'Keywords work in any case, but are written in one, so that scripts look alike.',
  SBS5005: 'A key that is listed twice is kept once.',
  SBS5006: 'How the compiler read a select with aggregates: these items tell the groups apart.',
  SBS9001: 'Functions with over (…) work, and how they are written may still change.',
  SBS9002: 'unpivot works, and how it is written may still change.',
};
