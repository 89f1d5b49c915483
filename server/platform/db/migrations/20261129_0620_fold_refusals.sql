-- why: 1,500 refused sign-ins in a minute are a row with a count, not 1,500 rows.

alter table access_log add column times integer not null default 1 check (times > 0);

-- the text of rows with a count of 1 stays as it was sealed
create or replace function shipmate_access_text(entry access_log) returns text language sql stable as $$
  select (jsonb_build_array(
    entry.id, extract(epoch from entry.at)::text, entry.actor_id, entry.action, entry.outcome, entry.subject_type,
    entry.subject_id, entry.school_id, entry.student_id, entry.detail, entry.address, entry.request_id,
    entry.transaction_id::text)
    || case when entry.emergency_id is null then '[]'::jsonb else jsonb_build_array(entry.emergency_id) end
    || case when entry.times = 1 then '[]'::jsonb else jsonb_build_array(jsonb_build_object('times', entry.times)) end)::text
$$;
