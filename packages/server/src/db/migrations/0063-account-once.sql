-- Home probes these tables thousands of times in one statement. As a subquery, the account of the transaction is determined once
-- for each statement instead of once for each probe.
do $$
declare
  name text;
begin
  foreach name in array array['download', 'upload', 'event', 'assertion_result'] loop
    execute format('alter policy own_account on %I
      using (account_id = (select nullif(current_setting(''app.account_id'', true), '''')::uuid))', name);
  end loop;
end $$;
