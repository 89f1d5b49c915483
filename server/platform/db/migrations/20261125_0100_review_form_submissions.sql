-- why: staff review forms in a queue. A form says who has seen it, who is working on it and which of its coverage types
-- are decided; suggestions and decisions are kept for good.
alter table form_submissions
  add column progress text not null default 'complete' check (progress in ('in_progress', 'complete')),
  add column seen_at timestamptz,
  add column claimed_by_id bigint references users (id),
  add column claimed_until timestamptz,
  add column decided_coverages text[] not null default '{}' check (decided_coverages <@ coverage_types),
  add column decision text not null generated always as (
    case when cardinality(decided_coverages) = 0 then 'open'
      when decided_coverages @> coverage_types then 'decided'
      else 'partly' end) stored,
  -- of the latest suggestions: the strictest recommendation and the highest risk
  add column recommendation text check (recommendation in ('approve', 'utp', 'decline', 'needs_review')),
  add column risk integer not null default 0,
  -- the day by which it's to be decided, or by which the student is to respond
  add column deadline_on date,
  -- the day of the latest suggestions: risk and some rules depend on the day
  add column judged_on date,
  add check ((claimed_by_id is null) = (claimed_until is null));
create index form_submissions_to_review on form_submissions (period_id, risk desc, deadline_on, id)
  where progress = 'complete' and superseded_by_id is null and decision <> 'decided';
create index form_submissions_unseen on form_submissions (period_id) where seen_at is null;
create index form_submissions_claimed_by on form_submissions (claimed_by_id) where claimed_by_id is not null;

-- What the rules suggested for one coverage type of a form, with the frozen facts they judged. The newest one of a
-- coverage type replaces the others.
create table decisions (
  id bigint generated always as identity primary key,
  school_id bigint not null,
  submission_id bigint not null,
  coverage_type text not null check (coverage_type in ('medical', 'dental', 'vision')),
  -- the snapshot of the form that was judged
  snapshot_number integer not null,
  recommendation text not null check (recommendation in ('approve', 'utp', 'decline', 'needs_review')),
  confidence text not null check (confidence in ('high', 'medium', 'low')),
  risk integer not null,
  rules jsonb not null,
  blocking text[] not null,
  suggested_status coverage_status,
  student_message text not null,
  engine_version text not null,
  ruleset_version integer,
  -- null if no waiver options were published
  inputs jsonb,
  inputs_hash bytea not null,
  mode text not null check (mode in ('shadow', 'assist', 'auto')),
  created_at timestamptz not null,
  unique (school_id, id),
  foreign key (school_id, submission_id) references form_submissions (school_id, id)
);
create index decisions_submission on decisions (submission_id, coverage_type, id desc);
create trigger decisions_append_only before update or delete or truncate on decisions
  for each statement execute function shipmate_refuse_change();

-- What staff decided. An undone decision keeps its row.
create table decision_outcomes (
  id bigint generated always as identity primary key,
  school_id bigint not null,
  submission_id bigint not null,
  coverage_type text not null check (coverage_type in ('medical', 'dental', 'vision')),
  -- the suggestion that staff saw; null if there was none
  decision_id bigint,
  outcome text not null check (outcome in ('approve', 'utp', 'decline')),
  reason_codes text[] not null default '{}',
  note text check (length(note) between 1 and 2000),
  from_status coverage_status not null,
  to_status coverage_status not null,
  -- the day by which the student is to fix what was unable to process
  respond_by date,
  decided_by_id bigint references users (id),
  decided_at timestamptz not null,
  change_id bigint not null references changes (id),
  email_id bigint references emails (id),
  undone_at timestamptz,
  unique (school_id, id),
  foreign key (school_id, submission_id) references form_submissions (school_id, id),
  foreign key (school_id, decision_id) references decisions (school_id, id)
);
create index decision_outcomes_submission on decision_outcomes (submission_id, coverage_type, id desc);
create index decision_outcomes_change on decision_outcomes (change_id);
create index decision_outcomes_decision on decision_outcomes (decision_id) where decision_id is not null;
create index decision_outcomes_email on decision_outcomes (email_id) where email_id is not null;
create index decision_outcomes_decided_by on decision_outcomes (decided_by_id);

-- Whether staff agreed with a suggestion. The newest one of a user counts.
create table decision_feedback (
  id bigint generated always as identity primary key,
  school_id bigint not null,
  decision_id bigint not null,
  verdict text not null check (verdict in ('agree', 'disagree')),
  correct_outcome text check (correct_outcome in ('approve', 'utp', 'decline')),
  reason_code text,
  comment text check (length(comment) between 1 and 2000),
  created_by_id bigint not null references users (id),
  created_at timestamptz not null,
  foreign key (school_id, decision_id) references decisions (school_id, id)
);
create index decision_feedback_decision on decision_feedback (decision_id, id desc);
create index decision_feedback_created_by on decision_feedback (created_by_id);

do $$
begin
  if exists (select from pg_roles where rolname = 'shipmate_app') then
    revoke update, delete, truncate on decisions from shipmate_app;
    revoke delete, truncate on decision_outcomes, decision_feedback from shipmate_app;
  end if;
end
$$;
