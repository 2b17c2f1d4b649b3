-- Takes jobs by lane and account, with small statements whose plans are kept: one large statement spent most of its time on its own start.
-- In each lane, accounts follow the one that had the last turn, and those that run fewer units for their weight go first. Each lane
-- gets the places that are reserved for it, then those that others left. No step depends on how many jobs wait.
-- Accounts that are left out keep their jobs. A row without a unit: other programs took at the same moment what was found.
create function queue.take(
  lanes text[], turn_of uuid[], turns_left integer[], reserved integer[], busy uuid[], units integer[], most integer,
  left_out uuid[] default '{}'
) returns table ("unitId" uuid, "accountId" uuid, lane text, weight integer) language plpgsql as $$
#variable_conflict use_column
declare
  first_account constant uuid := '00000000-0000-0000-0000-000000000000';
  last_account constant uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  places integer := most;
  wanted integer;
  known uuid[];
  weights integer[];
  is_whole boolean;
  idle integer;
  cursor_at uuid;
  upto uuid;
  next_account uuid;
  next_weight integer;
  ordinals bigint[];
  shares bigint[];
  got integer;
  place integer;
  raced boolean := false;
begin
  if exists (select from queue.job j where not j.ready and j.due <= now()) then
    update queue.job set ready = true where unit_id = any (array(
      select unit_id from queue.job where not ready and due <= now() order by due limit 100 for update skip locked));
  end if;
  for pass in 1..2 loop
    for i in 1..cardinality(lanes) loop
      wanted := case pass when 1 then least(reserved[i], places) else places end;
      for round in 1..5 loop
        exit when wanted = 0;
        -- The accounts of the lane from the one after the last turn on, until enough of them run nothing.
        known := '{}'; weights := '{}'; is_whole := true; idle := 0; cursor_at := turn_of[i]; upto := last_account;
        loop
          if idle >= wanted then is_whole := false; exit; end if;
          select j.account_id, coalesce((select a.queue_weight from public.account a where a.id = j.account_id), 1)
          into next_account, next_weight from queue.job j
          where j.ready and j.lane = lanes[i] and j.account_id > cursor_at and j.account_id <= upto
          order by j.account_id limit 1;
          if next_account = any (left_out) then
            cursor_at := next_account;
          elsif next_account is not null then
            known := known || next_account; weights := weights || next_weight; cursor_at := next_account;
            if not next_account = any (busy) then idle := idle + 1; end if;
          elsif upto = last_account and turn_of[i] <> first_account then
            cursor_at := first_account; upto := turn_of[i];
          else
            exit;
          end if;
        end loop;
        -- Accounts beyond them go as early when they run less than their weight, or have turns left.
        if not is_whole and (cardinality(busy) > 0 or turns_left[i] > 0) then
          select known || coalesce(array_agg(c.id), '{}'), weights || coalesce(array_agg(c.queue_weight), '{}') into known, weights
          from (
            select a.id, a.queue_weight from public.account a left join unnest(busy, units) b(id, units) on b.id = a.id
            where a.id = any (busy || case when turns_left[i] > 0 then turn_of[i] end) and not a.id = any (known || left_out)
              and coalesce(b.units, 0) < a.queue_weight
              and exists (select from queue.job j where j.ready and j.lane = lanes[i] and j.account_id = a.id)
            order by a.id
          ) c;
        end if;
        exit when cardinality(known) = 0;
        while wanted > 0 and cardinality(known) > 0 loop
          if cardinality(known) = 1 then
            ordinals := '{1}'; shares := array[wanted];
          else
            select array_agg(s.n order by s.turn), array_agg(s.jobs order by s.turn) into ordinals, shares from (
              select t.n, count(*) as jobs, min(t.turn) as turn from (
                select c.n, row_number() over (
                  order by (coalesce(b.units, 0) + p + c.weight - 1) / c.weight,
                    case when c.id = turn_of[i] and turns_left[i] > 0 then 0 when c.id > turn_of[i] then 1 else 2 end, c.id, p
                ) as turn
                from unnest(known, weights) with ordinality c(id, weight, n)
                left join unnest(busy, units) b(id, units) on b.id = c.id cross join generate_series(1, wanted) p
              ) t where t.turn <= wanted group by t.n
            ) s;
          end if;
          for s in 1..cardinality(ordinals) loop
            next_account := known[ordinals[s]]; next_weight := weights[ordinals[s]];
            return query with taken as (
              delete from queue.job where unit_id = any (array(
                select j.unit_id from queue.job j
                where j.ready and j.lane = lanes[i] and j.account_id = next_account
                order by j.priority desc, j.made limit shares[s] for update skip locked))
              returning unit_id, priority, made
            ) select unit_id, next_account, lanes[i], next_weight from taken order by priority desc, made;
            get diagnostics got = row_count;
            places := places - got; wanted := wanted - got;
            if got < shares[s] then
              known[ordinals[s]] := null;
              raced := raced or got = 0;
            end if;
            exit when places = 0;
            turns_left[i] := case when turn_of[i] = next_account and turns_left[i] >= got then turns_left[i] - got else next_weight - 1 end;
            turn_of[i] := next_account;
            place := array_position(busy, next_account);
            if place is not null then units[place] := units[place] + got;
            elsif got > 0 then busy := busy || next_account; units := units || got;
            end if;
          end loop;
          if array_position(known, null) is not null then
            select coalesce(array_agg(c.id order by c.n), '{}'), coalesce(array_agg(c.weight order by c.n), '{}') into known, weights
            from unnest(known, weights) with ordinality c(id, weight, n) where c.id is not null;
          end if;
        end loop;
        exit when is_whole;
      end loop;
      if places = 0 then return; end if;
    end loop;
  end loop;
  if raced and places = most then return query select null::uuid, null::uuid, null::text, 0; end if;
end $$;
revoke all on function queue.take from public;
grant execute on function queue.take to switchboard_engine;
