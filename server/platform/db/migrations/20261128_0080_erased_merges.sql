-- why: an undone merge leaves the name and ID of the merged student in the history of the other one, where an erasure must find them.
create or replace function shipmate_erase_entries(log text, students bigint[], kept text[], types text[], subjects bigint[])
 RETURNS TABLE(entry_id bigint, hash bytea, text_hash bytea)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  mark jsonb := '"Erased"';
begin
  perform shipmate_assert_erased(students);
  if log not in ('history', 'access_log') or not types <@ array['form_submission', 'student_message', 'suppressed_address', 'student_merge'] then
    raise exception 'These entries can’t be erased.';
  end if;
  -- only sealed entries are erased, and no one else seals until the end of the transaction
  perform pg_advisory_xact_lock(hashtext(case log when 'history' then 'shipmate_seal_history' else 'shipmate_seal_accesses' end));
  while shipmate_seal(log, 5000) = 5000 loop
  end loop;
  perform set_config('shipmate.erasing', 'on', true);
  if log = 'history' then
    update changes act set address = null
    where act.cause = 'student' and act.address is not null and act.id in (
      select h.change_id from history h where h.student_id = any(students)
        or (h.subject_type, h.subject_id) in (select * from unnest(types, subjects)));
    return query
      with listed as (
        select h.id, (
          select coalesce(jsonb_agg(case when change ->> 'field' = any(kept) then change else jsonb_build_object(
            'field', change -> 'field',
            'before', case when jsonb_typeof(change -> 'before') = 'null' then 'null' else mark end,
            'after', case when jsonb_typeof(change -> 'after') = 'null' then 'null' else mark end) end order by place), '[]')
          from jsonb_array_elements(h.changes) with ordinality as listed (change, place)) as changes
        from history h
        where h.student_id = any(students) or (h.subject_type, h.subject_id) in (select * from unnest(types, subjects))
      ), erased as (
        update history h set changes = listed.changes, reason = case when h.reason is not null then 'Erased' end
        from listed where listed.id = h.id and (h.changes <> listed.changes or h.reason <> 'Erased')
        returning h.id, sha256(convert_to(shipmate_history_text(h), 'UTF8')) as text_hash
      )
      select erased.id, seal.hash, erased.text_hash from erased join history_seals seal on seal.entry_id = erased.id;
  else
    return query
      with erased as (
        update access_log a
        set detail = case when a.detail is not null then 'Erased' end,
          address = case when a.actor_id is not null then a.address end
        where a.student_id = any(students)
          -- why staff revealed an SSN is free text, and the others are the student’s own visits
          and ((a.action = 'reveal' and a.detail <> 'Erased') or (a.actor_id is null and a.address is not null))
        returning a.id, sha256(convert_to(shipmate_access_text(a), 'UTF8')) as text_hash
      )
      select erased.id, seal.hash, erased.text_hash from erased join access_seals seal on seal.entry_id = erased.id;
  end if;
  perform set_config('shipmate.erasing', '', true);
end
$function$;
