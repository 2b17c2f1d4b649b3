-- Erases an address that no user has, such as an invited one.

grant create on schema public to switchboard_erasure;

-- Deletes what is kept of addresses besides people, and replaces them in the record of administration. Returns how many rows it changed.
create function erase_addresses(addresses text[]) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed bigint := 0;
  rows_changed bigint;
begin
  delete from mail where lower(address) = any(addresses);
  get diagnostics rows_changed = row_count;
  changed := changed + rows_changed;
  delete from directory_group_member m using provisioned_user u
    where u.account_id = m.account_id and u.id = m.user_id and lower(u.email) = any(addresses);
  delete from provisioned_user where lower(email) = any(addresses);
  get diagnostics rows_changed = row_count;
  changed := changed + rows_changed;
  delete from invitation where lower(email) = any(addresses);
  get diagnostics rows_changed = row_count;
  changed := changed + rows_changed;
  update account set daily_summary_recipients = array(
      select r.address from unnest(daily_summary_recipients) with ordinality r (address, place)
      where lower(r.address) <> all(addresses) order by r.place)
    where exists (select from unnest(daily_summary_recipients) r where lower(r) = any(addresses));
  get diagnostics rows_changed = row_count;
  changed := changed + rows_changed;
  update admin_event set details = replace_texts(details, addresses, 'Erased person')
    where details <> replace_texts(details, addresses, 'Erased person');
  get diagnostics rows_changed = row_count;
  return changed + rows_changed;
end $$;

-- Erases an address, unless a user has it. Returns how many rows it changed; null when a user has it.
create function erase_address(address text) returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  select case when not exists (select from person p where lower(p.email) = lower(address)) then erase_addresses(array[lower(address)]) end
$$;

do $$
declare
  signature text;
begin
  foreach signature in array array['erase_addresses(text[])', 'erase_address(text)'] loop
    execute 'revoke execute on function ' || signature || ' from public';
    execute 'alter function ' || signature || ' owner to switchboard_erasure';
  end loop;
end $$;
grant execute on function erase_address(text) to switchboard_admin;
revoke create on schema public from switchboard_erasure;
