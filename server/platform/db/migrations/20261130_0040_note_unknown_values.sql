-- why: rosters say in many words that something isn't known (gender U, first name FNU). Such a cell stays empty now, and the
-- import says so.

alter table imports add column unknown_values jsonb not null default '[]',
  add constraint imports_unknown_values_check check (jsonb_typeof(unknown_values) = 'array');
