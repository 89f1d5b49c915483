-- why: a payer knows a student's legal first name, or leaves open when a plan ends. Staff who know the answer couldn't say so:
-- such a result changed nothing, and every check found the same again. The result that holds if they accept it is kept
-- beside the one that counts until then, and the former one beside the accepted one, so that it can be undone.

alter table eligibility_reports
  add column if_accepted jsonb,
  add column accepted_by_id bigint references users(id),
  add column accepted_at timestamptz,
  add column before_acceptance jsonb,
  add constraint eligibility_reports_acceptance_check
    check ((accepted_at is null) = (accepted_by_id is null) and (accepted_at is null) = (before_acceptance is null));
