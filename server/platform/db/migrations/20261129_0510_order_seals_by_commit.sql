-- why: seals and webhooks followed transaction numbers. They start again in another cluster, so after a restore nothing was
-- sealed and no webhook was told anything; and an old transaction, of any database in the cluster, held everything up. Now
-- entries wait in a list until they're sealed, and the seal's position is the order that webhooks follow too.

-- what is sealed now keeps its order
do $$
begin
  while shipmate_seal('history', 5000) > 0 loop end loop;
end
$$;

create table unsealed_entries (
  log text not null check (log in ('history', 'access_log')),
  entry_id bigint not null,
  added_at timestamptz not null default clock_timestamp(),
  primary key (log, entry_id)
);
insert into unsealed_entries (log, entry_id)
select 'history', id from history entry
where not exists (select from history_seals seal where seal.entry_id = entry.id)
union all
select 'access_log', id from access_log entry
where not exists (select from access_seals seal where seal.entry_id = entry.id);

-- Lists new entries of a log. Names its table in full: a restore runs without a search path.
create function shipmate_list_unsealed() returns trigger
language plpgsql
as $$
begin
  insert into public.unsealed_entries (log, entry_id) select tg_table_name, id from added on conflict do nothing;
  return null;
end
$$;
create trigger history_list_unsealed after insert on history
  referencing new table as added for each statement execute function shipmate_list_unsealed();
create trigger access_log_list_unsealed after insert on access_log
  referencing new table as added for each statement execute function shipmate_list_unsealed();

-- a webhook's place is the position of the last seal it looked at
alter table webhooks add column position bigint not null default 0;
update webhooks set position = coalesce((
  select max(seal.position) from history_seals seal
  where (seal.transaction_id, seal.entry_id) <= (webhooks.transaction_id, webhooks.entry_id)), 0);
-- entries up to this one were written before it was turned on
alter table webhooks drop column transaction_id;
update webhooks set entry_id = 0;

-- positions follow each other without a sequence, which a copy by replication leaves behind
alter table history_seals alter column position drop identity, drop column transaction_id;
alter table access_seals alter column position drop identity, drop column transaction_id;
drop index history_seal_order;
drop index access_log_seal_order;

-- Seals up to `many` listed entries of a log, `history` or `access_log`: each hash includes the one before. An entry is
-- listed from its commit on, so what commits later is sealed later. Returns how many. Only one process seals a log at a time.
create or replace function shipmate_seal(log text, many integer) returns integer
language plpgsql as $$
declare
  -- the names of a log's seals, of the function that writes an entry as text, and of its lock
  seals text := case log when 'history' then 'history_seals' when 'access_log' then 'access_seals' end;
  text_of text := case log when 'history' then 'shipmate_history_text' else 'shipmate_access_text' end;
  lock_name text := case log when 'history' then 'shipmate_seal_history' else 'shipmate_seal_accesses' end;
  entry record;
  last_hash bytea := '\x';
  last_position bigint := 0;
  last_seal record;
  next_hash bytea;
  sealed integer := 0;
begin
  if seals is null then
    raise exception 'There is no log %.', log;
  end if;
  if not pg_try_advisory_xact_lock(hashtext(lock_name)) then
    return 0;
  end if;
  for last_seal in execute format('select hash, position from %I order by position desc limit 1', seals)
  loop
    last_hash := last_seal.hash;
    last_position := last_seal.position;
  end loop;
  for entry in execute format(
    'with listed as (
       delete from unsealed_entries one where one.log = $1 and one.entry_id in (
         select two.entry_id from unsealed_entries two where two.log = $1 order by two.entry_id limit $2)
       returning one.entry_id)
     select one.id, %I(one) as content from %I one join listed on listed.entry_id = one.id
     where not exists (select from %I seal where seal.entry_id = one.id)
     order by one.id', text_of, log, seals)
    using log, many
  loop
    next_hash := sha256(last_hash || convert_to(entry.content, 'UTF8'));
    last_position := last_position + 1;
    execute format('insert into %I (position, entry_id, previous_hash, hash) values ($1, $2, $3, $4)', seals)
      using last_position, entry.id, last_hash, next_hash;
    last_hash := next_hash;
    sealed := sealed + 1;
  end loop;
  return sealed;
end
$$;

-- at most two messages of a webhook are on their way at once, by all processes: since when a process sends it
alter table webhook_deliveries add column claimed_at timestamptz;
drop index webhook_deliveries_due;
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, next_try_at, id) where state = 'queued';
