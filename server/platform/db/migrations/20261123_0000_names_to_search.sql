-- The present name as the search ranks by it: folded, once with marks and once with blanks for them (see search_text).
alter table students add column name_text text collate "C" not null generated always as (
  ' ' || shipmate_fold(
    first_name || ' ' || last_name || ' ' || translate(first_name || ' ' || last_name, '-''’.', '    ')) || ' '
) stored;
