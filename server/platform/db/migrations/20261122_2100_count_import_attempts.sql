-- why: an import could run twice at once, and the second run deleted the plan that the first one was applying. Each run
-- claims the import with the next attempt number. A run whose number is no longer current can't write.
alter table imports add column attempt integer not null default 0;
