-- why: a form line can be closed without a decision, and an enrolled student's enroll form is a change of the plan
alter table form_submissions add column plan_change_coverages text[] not null default '{}';
alter table form_submissions add constraint form_submissions_plan_change_check
  check (plan_change_coverages <@ coverage_types and form_type = 'enroll' or cardinality(plan_change_coverages) = 0);

alter table decision_outcomes drop constraint decision_outcomes_outcome_check;
alter table decision_outcomes add constraint decision_outcomes_outcome_check
  check (outcome in ('approve', 'utp', 'decline', 'closed'));

-- a form that matches no student has no status
alter table decision_outcomes alter column from_status drop not null, alter column to_status drop not null;
alter table decision_outcomes add constraint decision_outcomes_statuses_check
  check (outcome = 'closed' or from_status is not null and to_status is not null);
