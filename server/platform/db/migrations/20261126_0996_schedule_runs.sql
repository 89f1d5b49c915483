-- why: what runs by the clock is queued, so its last run and failure are known to no process
create table schedule_runs (
  kind text primary key,
  started_at timestamptz,
  done_at timestamptz,
  failed_at timestamptz,
  failure text
);
comment on table schedule_runs is
  'When each schedule last began, was done and failed, and with which kind of problem: operators see what doesn’t run.';
