set timezone to 'UTC';
set datestyle to 'ISO, YMD';
create table if not exists "public"."daily" ("id" bigint, "at" timestamptz, "doc" super, "price" decimal(38, 9), "note" varchar(65535));
create table if not exists "public"."_switchboard_loads_daily" (
  id varchar(64) not null, account varchar(1024) not null, upload varchar(1024) not null, report_date varchar(32) not null,
  purpose varchar(32) not null, fence bigint not null, epoch bigint not null, sha256 varchar(64) not null, row_count bigint not null,
  loaded_at timestamptz not null);
create temporary table "_switchboard_stage" ("id" bigint, "at" varchar(64), "doc" varchar(65535), "price" decimal(38, 9), "note" varchar(65535));
copy "_switchboard_stage" ("id", "at", "doc", "price", "note") from 's3://bucket/daily/switchboard-UNIT-1-RANDOM/manifest.json'
  access_key_id 'ID' secret_access_key 'SECRET' region 'us-east-1' manifest gzip format as csv null as 'null-RANDOM' dateformat 'YYYY-MM-DD'
  compupdate off statupdate off;
select count(*) from "_switchboard_stage";
begin;
lock table "public"."_switchboard_loads_daily";
select fence, epoch, sha256, row_count from "public"."_switchboard_loads_daily" where id = $1;
insert into "public"."daily" ("id", "at", "doc", "price", "note") select "_switchboard_stage"."id", cast("_switchboard_stage"."at" as timestamp with time zone), json_parse("_switchboard_stage"."doc"), "_switchboard_stage"."price", "_switchboard_stage"."note" from "_switchboard_stage";
delete from "public"."_switchboard_loads_daily" where id = $1;
insert into "public"."_switchboard_loads_daily"
  (id, account, upload, report_date, purpose, fence, epoch, sha256, row_count, loaded_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);
commit;
