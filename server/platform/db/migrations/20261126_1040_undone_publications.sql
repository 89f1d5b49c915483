-- why: publishing can be undone. What was published stays, so the undo adds a version with the content that students saw before,
-- or without any if they saw nothing.
alter table period_publications alter column content drop not null;
alter table period_publications add column change_id bigint references changes (id);
comment on column period_publications.change_id is 'The change that published it; null if it’s an undo.';
comment on column period_publications.content is 'Null if students see nothing since this version.';
