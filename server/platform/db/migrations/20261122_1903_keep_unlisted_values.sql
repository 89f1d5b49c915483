-- why: an import warns of values that are no option of the period; they are counted while the file is read, which is done once

alter table imports
  -- [{column, field, value, rows, nearest}], what most rows hold first
  add column unlisted jsonb not null default '[]',
  add constraint imports_unlisted_check check (jsonb_typeof(unlisted) = 'array');
