-- why: whoever owns the database could change who saw what, and nobody would notice. The access log is chained like the
-- history, in an order that late commits cannot disturb: by transaction, then by entry.
alter table access_log add column transaction_id xid8 not null default pg_current_xact_id();
create index access_log_seal_order on access_log (transaction_id, id);

create table access_seals (
  position bigint generated always as identity primary key,
  entry_id bigint not null unique,
  transaction_id xid8 not null,
  previous_hash bytea not null,
  hash bytea not null
);
create unique index access_seals_order on access_seals (transaction_id, entry_id);
create trigger access_seals_append_only before update or delete or truncate on access_seals
  for each statement execute function shipmate_refuse_change();

-- What is hashed of an entry: all of it, in one spelling.
create function shipmate_access_text(entry access_log) returns text
language sql stable
as $$
  select jsonb_build_array(
    entry.id, extract(epoch from entry.at)::text, entry.actor_id, entry.action, entry.outcome, entry.subject_type,
    entry.subject_id, entry.school_id, entry.student_id, entry.detail, entry.address, entry.request_id,
    entry.transaction_id::text)::text
$$;

-- The same as shipmate_seal_history, for the access log.
create function shipmate_seal_accesses(many integer) returns integer
language plpgsql
as $$
declare
  entry access_log;
  last_hash bytea;
  last_transaction xid8;
  last_entry bigint;
  next_hash bytea;
  sealed integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('shipmate_seal_accesses')) then
    return 0;
  end if;
  select hash, transaction_id, entry_id into last_hash, last_transaction, last_entry
  from access_seals order by position desc limit 1;
  if not found then
    last_hash := '\x';
    last_transaction := '0';
    last_entry := 0;
  end if;
  for entry in
    select * from access_log
    where (transaction_id, id) > (last_transaction, last_entry)
      and transaction_id < pg_snapshot_xmin(pg_current_snapshot())
    order by transaction_id, id
    limit many
  loop
    next_hash := sha256(last_hash || convert_to(shipmate_access_text(entry), 'UTF8'));
    insert into access_seals (entry_id, transaction_id, previous_hash, hash)
    values (entry.id, entry.transaction_id, last_hash, next_hash);
    last_hash := next_hash;
    sealed := sealed + 1;
  end loop;
  return sealed;
end
$$;

do $$
begin
  if exists (select from pg_roles where rolname = 'shipmate_app') then
    revoke update, delete, truncate on access_seals from shipmate_app;
  end if;
end
$$;
