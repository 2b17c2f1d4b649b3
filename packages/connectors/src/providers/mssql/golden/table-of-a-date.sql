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
select name, system_type_name from sys.dm_exec_describe_first_result_set(N'select * from [dbo].[orders] [rows]', null, 0) order by column_ordinal;
select convert(nvarchar(64), [rows].[id]) as [id], convert(nvarchar(64), [rows].[day], 23) as [day], convert(nvarchar(64), cast(switchoffset([rows].[at], N'+00:00') as datetime2(7)), 121) + N'+00' as [at], convert(nvarchar(max), [rows].[note]) as [note], convert(nvarchar(64), [rows].[ok]) as [ok] from [dbo].[orders] [rows] where [rows].[day] >= convert(date, '2026-03-04', 23) and [rows].[day] < convert(date, '2026-03-05', 23) order by [rows].[id], [rows].[o]]dd];
