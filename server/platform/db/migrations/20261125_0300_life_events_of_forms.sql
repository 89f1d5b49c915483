-- why: the start of coverage depends on the life event of a form, which was only in the form as signed
alter table form_submissions
  add column qualifying_event text check (qualifying_event in (
    'loss_of_coverage', 'aged_off_parent_plan', 'loss_of_medicaid', 'job_change', 'marriage', 'divorce', 'birth',
    'adoption', 'guardianship', 'death', 'move', 'domestic_partnership_start', 'domestic_partnership_end',
    'dependent_arrival', 'armed_forces')),
  add column event_on date;

update form_submissions set
  qualifying_event = snapshot.content ->> 'qualifying_event',
  event_on = (snapshot.content ->> 'event_on')::date
from form_submission_snapshots snapshot
where snapshot.submission_id = form_submissions.id and snapshot.number = 1
  and snapshot.content ->> 'qualifying_event' is not null and snapshot.content ->> 'event_on' is not null;

alter table form_submissions add check ((qualifying_event is null) = (event_on is null));

-- status changes look up the events of many students at once
create index form_submissions_life_event on form_submissions (student_period_id) where qualifying_event is not null;
