-- why: the preview of a copied policy year says what becomes of its students, what they will owe, and who is left out.

alter table imports add column year_copy jsonb check (year_copy is null or jsonb_typeof(year_copy) = 'object');
alter table import_rows add column left_out_for text check (
  left_out_for in ('already_in_year', 'inactive', 'graduated', 'withdrawn', 'graduates_before'));
