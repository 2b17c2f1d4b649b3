set ansi_nulls on
set ansi_null_dflt_on on
set ansi_padding on
set ansi_warnings on
set arithabort on
set concat_null_yields_null on
set datefirst 7
set dateformat mdy
set implicit_transactions off
set language us_english
set numeric_roundabort off
set quoted_identifier on
set textsize 2147483647
set transaction isolation level read committed
set xact_abort on;
select convert(nvarchar(64), snapshot_isolation_state) from sys.databases where database_id = db_id();
begin transaction;
select name, system_type_name from sys.dm_exec_describe_first_result_set(N'select * from (
select at from orders
) [rows]', null, 0) order by column_ordinal;
select convert(nvarchar(64), cast(switchoffset([rows].[at], N'+00:00') as datetime2(7)), 121) + N'+00' as [at] from (
select at from orders
) [rows] where [rows].[at] >= convert(datetimeoffset, '2026-03-03T15:00:00Z', 127) and [rows].[at] < convert(datetimeoffset, '2026-03-04T15:00:00Z', 127);
