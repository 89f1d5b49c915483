-- why: the access log was sealed by a copy of the function that seals the history. Now one function seals both.

-- Seals up to `many` unsealed entries of a log, `history` or `access_log`, in the order of their transactions: each
-- hash includes the one before. Returns how many. Only one process seals a log at a time.
create function shipmate_seal(log text, many integer) returns integer
language plpgsql as $$
declare
  -- the names of a log's seals, of the function that writes an entry as text, and of its lock
  seals text := case log when 'history' then 'history_seals' when 'access_log' then 'access_seals' end;
  text_of text := case log when 'history' then 'shipmate_history_text' else 'shipmate_access_text' end;
  lock_name text := case log when 'history' then 'shipmate_seal_history' else 'shipmate_seal_accesses' end;
  entry record;
  last_hash bytea := '\x';
  last_transaction xid8 := '0';
  last_entry bigint := 0;
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
  for last_seal in execute format(
    'select hash, transaction_id, entry_id from %I order by position desc limit 1', seals)
  loop
    last_hash := last_seal.hash;
    last_transaction := last_seal.transaction_id;
    last_entry := last_seal.entry_id;
  end loop;
  for entry in execute format(
    'select one.id, one.transaction_id, %I(one) as content from %I one
     where (one.transaction_id, one.id) > ($1, $2) and one.transaction_id < pg_snapshot_xmin(pg_current_snapshot())
     order by one.transaction_id, one.id limit $3', text_of, log)
    using last_transaction, last_entry, many
  loop
    next_hash := sha256(last_hash || convert_to(entry.content, 'UTF8'));
    execute format(
      'insert into %I (entry_id, transaction_id, previous_hash, hash) values ($1, $2, $3, $4)', seals)
      using entry.id, entry.transaction_id, last_hash, next_hash;
    last_hash := next_hash;
    sealed := sealed + 1;
  end loop;
  return sealed;
end
$$;

drop function shipmate_seal_history(integer);
drop function shipmate_seal_accesses(integer);
