declare @got int; exec @got = sp_getapplock @Resource = N'switchboard HASH', @LockMode = 'Exclusive', @LockOwner = 'Session',
  @LockTimeout = 60000; select convert(nvarchar(64), @got);
select TABLE_TYPE from INFORMATION_SCHEMA.TABLES where TABLE_SCHEMA = N'dbo' and TABLE_NAME = N'_switchboard_loads';
select convert(nvarchar(64), [fence]), convert(nvarchar(64), [epoch]), [sha256], convert(nvarchar(64), [row_count]) from [dbo].[_switchboard_loads] where [id] = N'HASH';
select TABLE_TYPE from INFORMATION_SCHEMA.TABLES where TABLE_SCHEMA = N'dbo' and TABLE_NAME = N'daily ]';
begin transaction;
declare @got int; exec @got = sp_getapplock @Resource = N'switchboard HASH', @LockMode = 'Exclusive', @LockOwner = 'Transaction',
  @LockTimeout = 60000; select convert(nvarchar(64), @got);
select SCHEMA_NAME from INFORMATION_SCHEMA.SCHEMATA where SCHEMA_NAME = N'dbo';
select TABLE_TYPE from INFORMATION_SCHEMA.TABLES where TABLE_SCHEMA = N'dbo' and TABLE_NAME = N'daily ]';
create table [dbo].[daily ]]] ([id] bigint null, [it's] nvarchar(max) collate Latin1_General_100_BIN2 null, [at] datetime2(6) null, [doc] nvarchar(max) null, [price] decimal(38, 9) null);
select TABLE_TYPE from INFORMATION_SCHEMA.TABLES where TABLE_SCHEMA = N'dbo' and TABLE_NAME = N'_switchboard_loads';
commit transaction;
select TABLE_TYPE from INFORMATION_SCHEMA.TABLES where TABLE_SCHEMA = N'dbo' and TABLE_NAME = N'daily ]';
select COLUMN_NAME, DATA_TYPE, convert(nvarchar(64), [NUMERIC_PRECISION]), convert(nvarchar(64), [NUMERIC_SCALE]),
  convert(nvarchar(64), [DATETIME_PRECISION]), COLLATION_NAME from INFORMATION_SCHEMA.COLUMNS
  where TABLE_SCHEMA = N'dbo' and TABLE_NAME = N'daily ]';
create table [#switchboard_stage] ([c1] nvarchar(max) collate Latin1_General_100_BIN2 null, [c2] nvarchar(max) collate Latin1_General_100_BIN2 null, [c3] nvarchar(max) collate Latin1_General_100_BIN2 null, [c4] nvarchar(max) collate Latin1_General_100_BIN2 null, [c5] nvarchar(max) collate Latin1_General_100_BIN2 null);
insert bulk [#switchboard_stage]([c1] nvarchar(max), [c2] nvarchar(max), [c3] nvarchar(max), [c4] nvarchar(max), [c5] nvarchar(max)) WITH (KEEP_NULLS);
begin transaction;
declare @got int; exec @got = sp_getapplock @Resource = N'switchboard HASH', @LockMode = 'Exclusive', @LockOwner = 'Transaction',
  @LockTimeout = 60000; select convert(nvarchar(64), @got);
delete from [dbo].[daily ]]];
insert into [dbo].[daily ]]] ([id], [it's], [at], [doc], [price]) select convert(bigint, [#switchboard_stage].[c1]), [#switchboard_stage].[c2] collate Latin1_General_100_BIN2, convert(datetime2(6), [#switchboard_stage].[c3], 121), [#switchboard_stage].[c4] collate Latin1_General_100_BIN2, convert(decimal(38, 9), [#switchboard_stage].[c5]) from [#switchboard_stage];
select convert(nvarchar(64), rowcount_big());
select convert(nvarchar(64), [fence]), convert(nvarchar(64), [epoch]), [sha256], convert(nvarchar(64), [row_count]) from [dbo].[_switchboard_loads] with (updlock, holdlock) where [id] = N'HASH';
insert into [dbo].[_switchboard_loads] ([id], [account], [upload], [report_date], [purpose], [target], [fence], [epoch], [sha256], [row_count], [loaded_at])
  values (N'HASH', N'a1', N'ad_daily', N'2026-03-04', N'production', N'daily ]', 1, 0, N'HASH', 1, sysutcdatetime());
commit transaction;
