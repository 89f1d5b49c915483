-- People type obrien for O'Brien and smithjones for Smith-Jones: names are searched without their marks as well.
alter table students alter column search_text set expression as (
  ' ' || shipmate_fold(
    first_name || ' ' || last_name || ' ' || coalesce(prior_last_name, '') || ' ' || sid || ' ' || coalesce(uid, '')
    || translate(' ' || first_name || ' ' || last_name || ' ' || coalesce(prior_last_name, ''), '-''’.', '    ')
    || translate(' ' || first_name || ' ' || last_name || ' ' || coalesce(prior_last_name, ''), '-''’.', '')
    || ' ' || coalesce(university_email, '') || ' ' || coalesce(personal_email, ''))
);
alter table students alter column name_text set expression as (
  ' ' || shipmate_fold(
    first_name || ' ' || last_name
    || translate(' ' || first_name || ' ' || last_name, '-''’.', '    ')
    || translate(' ' || first_name || ' ' || last_name, '-''’.', '')) || ' '
);
