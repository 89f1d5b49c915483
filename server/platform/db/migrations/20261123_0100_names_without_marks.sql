-- People type obrien for O'Brien and smithjones for Smith-Jones: names are searched without their marks as well.
-- PostgreSQL 15 and 16 can't change an expression: there, the columns and the index are created again.
do $$
declare
  search constant text := $expression$
    ' ' || shipmate_fold(
      first_name || ' ' || last_name || ' ' || coalesce(prior_last_name, '') || ' ' || sid || ' ' || coalesce(uid, '')
      || translate(' ' || first_name || ' ' || last_name || ' ' || coalesce(prior_last_name, ''), '-''’.', '    ')
      || translate(' ' || first_name || ' ' || last_name || ' ' || coalesce(prior_last_name, ''), '-''’.', '')
      || ' ' || coalesce(university_email, '') || ' ' || coalesce(personal_email, ''))
  $expression$;
  name constant text := $expression$
    ' ' || shipmate_fold(
      first_name || ' ' || last_name
      || translate(' ' || first_name || ' ' || last_name, '-''’.', '    ')
      || translate(' ' || first_name || ' ' || last_name, '-''’.', '')) || ' '
  $expression$;
begin
  if current_setting('server_version_num')::integer >= 170000 then
    execute format('alter table students alter column search_text set expression as (%s)', search);
    execute format('alter table students alter column name_text set expression as (%s)', name);
  else
    alter table students drop column search_text, drop column name_text;
    execute format('alter table students
      add column search_text text collate "C" not null generated always as (%s) stored,
      add column name_text text collate "C" not null generated always as (%s) stored', search, name);
    create index students_search on students using gin (search_text gin_trgm_ops);
  end if;
end
$$;
