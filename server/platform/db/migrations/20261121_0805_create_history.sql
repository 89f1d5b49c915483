-- why: who changed what, and who saw what; both only ever grow

-- One act of a person, a job or a file; its entries say what became of each record.
create table changes (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id bigint references users (id),
  cause text not null check (cause in ('person', 'import', 'bulk', 'system', 'student', 'undo')),
  kind text not null,
  school_id bigint references schools (id),
  -- the act that this one takes back
  undoes_change_id bigint unique references changes (id)
);

create table history (
  id bigint generated always as identity primary key,
  change_id bigint not null references changes (id),
  at timestamptz not null,
  actor_id bigint references users (id),
  cause text not null check (cause in ('person', 'import', 'bulk', 'system', 'student', 'undo')),
  subject_type text not null,
  subject_id bigint not null,
  school_id bigint references schools (id),
  student_id bigint,
  student_period_id bigint,
  kind text not null,
  reason text,
  changes jsonb not null,
  -- the writing transaction: seals follow (transaction, id), an order that no late commit can disturb
  transaction_id xid8 not null default pg_current_xact_id()
);
create index history_student on history (student_id, id desc) where student_id is not null;
create index history_student_period on history (student_period_id, id desc) where student_period_id is not null;
create index history_change on history (change_id);
create index history_seal_order on history (transaction_id, id);

create table history_seals (
  position bigint generated always as identity primary key,
  entry_id bigint not null unique,
  transaction_id xid8 not null,
  previous_hash bytea not null,
  hash bytea not null
);
create unique index history_seals_order on history_seals (transaction_id, entry_id);

-- What is hashed of an entry: all of it, in one spelling.
create function shipmate_history_text(entry history) returns text
language sql stable
as $$
  select jsonb_build_array(
    entry.id, entry.change_id, extract(epoch from entry.at)::text, entry.actor_id, entry.cause,
    entry.subject_type, entry.subject_id, entry.school_id, entry.student_id, entry.student_period_id,
    entry.kind, entry.reason, entry.changes, entry.transaction_id::text)::text
$$;

-- Seals at most `many` entries whose transactions, and all before them, are over. One sealer at a time;
-- writers never wait for it. Answers how many it sealed.
create function shipmate_seal_history(many integer) returns integer
language plpgsql
as $$
declare
  entry history;
  last_hash bytea;
  last_transaction xid8;
  last_entry bigint;
  next_hash bytea;
  sealed integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('shipmate_seal_history')) then
    return 0;
  end if;
  select hash, transaction_id, entry_id into last_hash, last_transaction, last_entry
  from history_seals order by position desc limit 1;
  if not found then
    last_hash := '\x';
    last_transaction := '0';
    last_entry := 0;
  end if;
  for entry in
    select * from history
    where (transaction_id, id) > (last_transaction, last_entry)
      and transaction_id < pg_snapshot_xmin(pg_current_snapshot())
    order by transaction_id, id
    limit many
  loop
    next_hash := sha256(last_hash || convert_to(shipmate_history_text(entry), 'UTF8'));
    insert into history_seals (entry_id, transaction_id, previous_hash, hash)
    values (entry.id, entry.transaction_id, last_hash, next_hash);
    last_hash := next_hash;
    sealed := sealed + 1;
  end loop;
  return sealed;
end
$$;

create table access_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id bigint references users (id),
  action text not null check (action in ('view', 'download', 'export', 'reveal', 'login', 'login_failed', 'logout', 'refused')),
  outcome text not null default 'allowed' check (outcome in ('allowed', 'refused')),
  subject_type text,
  subject_id bigint,
  school_id bigint,
  student_id bigint,
  detail text,
  address text,
  request_id text not null
);
create index access_log_student on access_log (student_id, id desc) where student_id is not null;
create index access_log_actor on access_log (actor_id, id desc);

create trigger history_append_only before update or delete or truncate on history
  for each statement execute function shipmate_refuse_change();
create trigger history_seals_append_only before update or delete or truncate on history_seals
  for each statement execute function shipmate_refuse_change();
create trigger access_log_append_only before update or delete or truncate on access_log
  for each statement execute function shipmate_refuse_change();
create trigger changes_append_only before update or delete or truncate on changes
  for each statement execute function shipmate_refuse_change();
