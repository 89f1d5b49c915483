-- why: each check costs money, so staff choose by company and date whom to ask about, and see afterwards what a run took.

alter table period_reverifications
  add column due_by date,
  add column insurance_company_id bigint references insurance_companies (id),
  add column with_ended boolean not null default false;
-- until now, runs of what was due took what was due on their day in the office, and people’s took waivers that had ended
update period_reverifications set with_ended = scheduled_on is null,
  due_by = case when only_due then (started_at at time zone 'America/New_York')::date end;
alter table period_reverifications
  alter column with_ended drop default,
  add constraint period_reverifications_due_by_check check ((due_by is not null) = only_due);
