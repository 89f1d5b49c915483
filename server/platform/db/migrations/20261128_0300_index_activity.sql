-- why: product admins read the access log and all changes as one list, newest first, by person, student, school, kind and
-- time. Each filter reads one range of an index. No row changes: both tables are append-only.

create index access_log_action on access_log (action, at desc, id desc);
create index access_log_actor_action on access_log (actor_id, action, at desc, id desc) where actor_id is not null;
create index access_log_school_action on access_log (school_id, action, at desc, id desc) where school_id is not null;
-- someone who fails to sign in isn't an actor yet
create index access_log_failed_sign_ins on access_log (subject_id, at desc, id desc) where action = 'login_failed';
drop index access_log_actor;

-- from where and by which request; empty for what jobs do and for changes made before this
alter table changes add column address text, add column request_id text;
create index changes_at on changes (at, id);
create index changes_actor on changes (actor_id, id desc) where actor_id is not null;

-- the changes of a school, and the first entries of a change
create index history_school_changes on history (school_id, change_id desc) where school_id is not null;
create index history_change_entries on history (change_id, id);
drop index history_change;
