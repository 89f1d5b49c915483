-- why: long work that ended while its author was away was never told. told_at says that they were: set by the page that
-- showed them the end. What ended before counts as told. Whoever opens a page asks for what was not, which is little.
alter table jobs add column told_at timestamptz;
update jobs set told_at = updated_at where state in ('done', 'failed');
alter table jobs add constraint jobs_told_when_over check (told_at is null or state in ('done', 'failed'));
create index jobs_untold_of_author on jobs (author_id, id desc) where told_at is null;
