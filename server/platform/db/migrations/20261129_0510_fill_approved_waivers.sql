-- why: approvals of waivers didn't write the form's details of the other insurance into the record; reports, checks and
-- reverifications found none. Fills records whose fields of the coverage type no one has set, with history.
do $$
declare
  line record;
  change_id bigint;
  columns text[];
begin
  for line in
    select distinct on (outcome.submission_id, outcome.coverage_type) sp.id, sp.school_id, sp.student_id,
      outcome.coverage_type as coverage, signed.answers, sp.record
    from decision_outcomes outcome
    join form_submissions form on form.id = outcome.submission_id
    join lateral (select one.id, one.school_id, one.student_id, to_jsonb(one) as record from student_periods one
      where one.id = form.student_period_id and one.deleted_at is null) sp on true
    cross join lateral (
      select (select jsonb_object_agg(answer ->> 'name', answer -> 'value')
        from jsonb_array_elements(snapshot.content -> 'answers') answer
        where answer ->> 'name' like outcome.coverage_type || '\_waive\_%'
          and answer ->> 'name' <> outcome.coverage_type || '_waive_insurance_company'
          and (answer ->> 'name' <> outcome.coverage_type || '_waive_insurance_company_id' or exists (
            select from insurance_companies company
            where company.id = (answer ->> 'value')::bigint and company.deleted_at is null))) as answers
      from form_submission_snapshots snapshot
      where snapshot.submission_id = form.id order by snapshot.number desc limit 1) signed
    where outcome.outcome = 'approve' and outcome.undone_at is null and form.form_type = 'waiver'
      and form.superseded_by_id is null and outcome.coverage_type = any(form.decided_coverages)
      and signed.answers is not null
      and sp.record ->> (outcome.coverage_type || '_status') like 'waive%'
      and not exists (select from jsonb_each_text(sp.record) field
        where field.key like outcome.coverage_type || '\_waive\_%' and field.key not like '%verified_on'
          and field.key not like '%has_exception' and field.value is not null)
      and not exists (select from history entry, jsonb_array_elements(entry.changes) change
        where entry.student_period_id = sp.id and change ->> 'field' like outcome.coverage_type || '\_waive\_%'
          and change ->> 'field' not like '%verified_on')
    order by outcome.submission_id, outcome.coverage_type, outcome.id desc
  loop
    select array_agg(key order by key) into columns from jsonb_object_keys(line.answers) key
      where exists (select from pg_attribute where attrelid = 'student_periods'::regclass and attname = key
        and not attisdropped);
    continue when columns is null;
    execute format('update student_periods sp set %s, version = sp.version + 1 from jsonb_populate_record(null::student_periods, $1) said where sp.id = $2',
      (select string_agg(format('%1$I = said.%1$I', one), ', ') from unnest(columns) one))
      using line.answers, line.id;
    if change_id is null then
      insert into changes (at, cause, kind, is_undoable) values (now(), 'system', 'student_period_changed', false)
        returning id into change_id;
    end if;
    insert into history (change_id, at, cause, subject_type, subject_id, school_id, student_id, student_period_id, kind,
      reason, changes)
    values (change_id, now(), 'system', 'student_period', line.id, line.school_id, line.student_id, line.id,
      'student_period_changed', 'From the approved waiver form.',
      (select jsonb_agg(jsonb_build_object('field', one, 'before', null, 'after', line.answers -> one))
        from unnest(columns) one));
  end loop;
end $$;
