-- A request that was under way when an account was erased may add rows to it: they are deleted for an hour.

grant create on schema public to switchboard_erasure, switchboard_audit;
set local role switchboard_erasure;
create or replace function erase_account_rows(of_account uuid, of_table regclass, max_rows int) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  erased_rows bigint;
begin
  if not exists (select from account where id = of_account and erasure_started is not null
      and (erased is null or erased > now() - interval '1 hour')) then
    raise exception 'The erasure of this account has not begun.' using errcode = 'insufficient_privilege';
  end if;
  if of_table = 'invitation'::regclass then
    delete from mail where invitation_id in (select id from invitation where account_id = of_account);
  end if;
  execute format('delete from %1$s where ctid = any(array(select ctid from %1$s where account_id = $1 limit $2))', of_table)
    using of_account, max_rows;
  get diagnostics erased_rows = row_count;
  return erased_rows;
end $$;
reset role;
set local role switchboard_audit;
create or replace function erase_audit_entries(of_account uuid, max_entries int, with_newest boolean) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  erased_rows bigint;
begin
  if not exists (select from account where id = of_account and erasure_started is not null
      and (erased is null or erased > now() - interval '1 hour')) then
    raise exception 'The erasure of this account has not begun.' using errcode = 'insufficient_privilege';
  end if;
  delete from audit_entry where id = any(array(
    select e.id from audit_entry e where e.chain = of_account and (with_newest or e.sequence <
      (select max(h.sequence) from audit_entry h where h.chain = of_account))
    order by e.sequence limit max_entries));
  get diagnostics erased_rows = row_count;
  return erased_rows;
end $$;
reset role;
revoke create on schema public from switchboard_erasure, switchboard_audit;
