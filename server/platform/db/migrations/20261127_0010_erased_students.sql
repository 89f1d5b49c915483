-- why: people can ask that their record is erased, and schools may keep records only so long. What sums are computed from stays, and
-- seals stay honest: an erased entry has its former hash, signed with a key that isn’t in the database. A legal hold stops both.
alter table students
  add column erased_at timestamptz,
  add column held_since timestamptz,
  add column hold_reason text check (length(hold_reason) between 1 and 500),
  add constraint students_hold_whole check ((held_since is null) = (hold_reason is null));
alter table schools
  add column held_since timestamptz,
  add column hold_reason text check (length(hold_reason) between 1 and 500),
  add constraint schools_hold_whole check ((held_since is null) = (hold_reason is null));
alter table student_periods add column erased_at timestamptz;

create table erased_entries (
  log text not null check (log in ('history', 'access_log')),
  entry_id bigint not null,
  change_id bigint not null references changes (id),
  hash bytea not null,
  signature bytea not null,
  primary key (log, entry_id)
);
comment on table erased_entries is
  'Entries whose personal values were erased, with the hash of their seal. Verification takes it if the signature fits the entry as it’s left.';
create index erased_entries_change on erased_entries (change_id);
create trigger erased_entries_append_only
  before update or delete or truncate on erased_entries for each statement execute function shipmate_refuse_change();

-- Returns whether the running statement is part of an erasure: only the functions below, which belong to the owner, turn it on.
create function shipmate_is_erasing(of regclass) returns boolean
language sql stable as $$
  select coalesce(current_setting('shipmate.erasing', true), '') = 'on'
    and exists (select from pg_class where oid = of and pg_get_userbyid(relowner) = current_user)
$$;
comment on function shipmate_is_erasing(regclass) is
  'Whether the owner’s functions are erasing a student right now: the only changes that append-only tables take.';

create or replace function shipmate_refuse_change() returns trigger
language plpgsql as $$
begin
  if shipmate_is_erasing(tg_relid) then
    return null;
  end if;
  raise exception 'The table % is append-only.', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
comment on function shipmate_refuse_change() is
  'Append-only tables refuse changes from everyone, their owner included, except the erasure of a student.';

create function shipmate_refuse_erased() returns trigger
language plpgsql as $$
begin
  if shipmate_is_erasing(tg_relid) then
    return new;
  end if;
  raise exception 'This student’s record was erased.' using errcode = 'SE001';
end
$$;
comment on function shipmate_refuse_erased() is 'What is left of an erased student is never changed again.';
create trigger students_stay_erased before update on students
  for each row when (old.erased_at is not null) execute function shipmate_refuse_erased();
create trigger student_periods_stay_erased before update on student_periods
  for each row when (old.erased_at is not null) execute function shipmate_refuse_erased();

create function shipmate_assert_erased(students bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  if cardinality(students) = 0 or exists (
    select from unnest(students) as given(id)
    where not exists (select from students s where s.id = given.id and s.erased_at is not null)
  ) then
    raise exception 'Only what belongs to erased students is erased.';
  end if;
end
$$;
comment on function shipmate_assert_erased(bigint[]) is 'The functions that erase take students only after they’re marked as erased.';

create function shipmate_erase_rows(tab text, belongs text, students bigint[], kept text[], written jsonb)
returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  forms text := 'select f.id from form_submissions f where f.student_id = any($1)';
  condition text := case belongs
    when 'id' then 't.id = any($1)'
    when 'student_id' then 't.student_id = any($1)'
    when 'student_period_id' then
      't.student_period_id in (select sp.id from student_periods sp where sp.student_id = any($1))'
    when 'submission_id' then format('t.submission_id in (%s)', forms)
    when 'form_submission_id' then format('(t.student_id = any($1) or t.form_submission_id in (%s))', forms)
    when 'decision_id' then
      format('t.decision_id in (select d.id from decisions d where d.submission_id in (%s))', forms)
    when 'outcome_id' then
      format('t.outcome_id in (select o.id from decision_outcomes o where o.submission_id in (%s))', forms)
    when 'second_review_id' then format(
      't.second_review_id in (select r.id from second_reviews r join decision_outcomes o on o.id = r.outcome_id where o.submission_id in (%s))',
      forms)
    when 'report_id' then
      't.report_id in (select r.id from eligibility_reports r where r.student_id = any($1))'
  end;
  assignments text;
  many bigint;
begin
  perform shipmate_assert_erased(students);
  if condition is null or (belongs = 'id' and tab <> 'students') then
    raise exception 'Rows of % can’t be erased by %.', tab, belongs;
  end if;
  perform set_config('shipmate.erasing', 'on', true);
  if kept is null then
    execute format('delete from %I t where %s', tab, condition) using students;
  else
    select string_agg(format('%I = %s', a.attname, case
        -- policy years are marked with their student
        when a.attname = 'erased_at' then '(select s.erased_at from students s where s.id = t.student_id)'
        when written ? a.attname then format('case when t.%1$I is not null or %2$L then %3$s::%4$s end',
          a.attname, a.attnotnull,
          case when written ->> a.attname like '%{id}%' then format('replace(%L, ''{id}'', t.id::text)', written ->> a.attname)
            else quote_literal(written ->> a.attname) end,
          format_type(a.atttypid, null))
        when not a.attnotnull then 'null'
        when a.atthasdef then 'default'
        when a.atttypid = 'text'::regtype then quote_literal('Erased')
        when a.atttypid = 'date'::regtype then quote_literal('1900-01-01')
        when a.atttypid = 'bytea'::regtype then quote_literal('\x')
        when a.atttypid = 'text[]'::regtype then quote_literal('{}')
        when a.atttypid = 'jsonb'::regtype then format('case jsonb_typeof(t.%I) when ''array'' then ''[]''::jsonb else ''{}'' end', a.attname)
        -- a column without a blank value has to be kept
        else format('shipmate_no_blank_value(%L)', a.attname) end), ', ')
      into assignments
      from pg_attribute a
      where a.attrelid = format('public.%I', tab)::regclass and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '' and a.attidentity = '' and a.attname <> all(kept);
    execute format('update %I t set %s where %s', tab, assignments, condition) using students;
  end if;
  get diagnostics many = row_count;
  perform set_config('shipmate.erasing', '', true);
  return many;
end
$$;
comment on function shipmate_erase_rows(text, text, bigint[], text[], jsonb) is
  'Blanks every column of erased students’ rows that isn’t kept, or deletes the rows if none is. New columns are erased too.';

create function shipmate_erase_entries(
  log text, students bigint[], kept text[], types text[], subjects bigint[]
) returns table (entry_id bigint, hash bytea, text_hash bytea)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  mark jsonb := '"Erased"';
begin
  perform shipmate_assert_erased(students);
  if log not in ('history', 'access_log') or not types <@ array['form_submission', 'student_message', 'suppressed_address'] then
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
$$;
comment on function shipmate_erase_entries(text, bigint[], text[], text[], bigint[]) is
  'Replaces the personal values of entries about erased students by a marker, and returns what to sign: the hash of each seal and of the entry as it’s left.';

revoke execute on function shipmate_erase_rows(text, text, bigint[], text[], jsonb) from public;
revoke execute on function shipmate_erase_entries(text, bigint[], text[], text[], bigint[]) from public;
do $$
begin
  if exists (select from pg_roles where rolname = 'shipmate_app') then
    grant execute on function shipmate_erase_rows(text, text, bigint[], text[], jsonb) to shipmate_app;
    grant execute on function shipmate_erase_entries(text, bigint[], text[], text[], bigint[]) to shipmate_app;
    revoke update, delete, truncate on erased_entries from shipmate_app;
  end if;
end
$$;
