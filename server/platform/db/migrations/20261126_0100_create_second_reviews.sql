-- why: quality review. A share of the decisions of staff is decided again by someone else, who doesn't see the first
-- decision. Where they differ, someone keeps the decision or changes it.
alter table decision_outcomes
  -- set when the decision is saved: a new share changes nothing that was chosen before
  add column is_chosen_for_review boolean not null default false;
create index decision_outcomes_chosen on decision_outcomes (submission_id) where is_chosen_for_review;

create table second_reviews (
  id bigint generated always as identity primary key,
  school_id bigint not null,
  -- the decision that was reviewed; only once
  outcome_id bigint not null unique,
  outcome text not null check (outcome in ('approve', 'utp', 'decline')),
  comment text check (length(comment) between 1 and 2000),
  reviewed_by_id bigint not null references users (id),
  reviewed_at timestamptz not null,
  unique (school_id, id),
  foreign key (school_id, outcome_id) references decision_outcomes (school_id, id)
);
create index second_reviews_reviewed_by on second_reviews (reviewed_by_id);
create trigger second_reviews_append_only before update or delete or truncate on second_reviews
  for each statement execute function shipmate_refuse_change();

-- A disagreement that was resolved without changing the decision.
create table kept_decisions (
  id bigint generated always as identity primary key,
  school_id bigint not null,
  second_review_id bigint not null unique,
  reason text not null check (length(reason) between 1 and 2000),
  kept_by_id bigint not null references users (id),
  kept_at timestamptz not null,
  foreign key (school_id, second_review_id) references second_reviews (school_id, id)
);
create index kept_decisions_kept_by on kept_decisions (kept_by_id);
create trigger kept_decisions_append_only before update or delete or truncate on kept_decisions
  for each statement execute function shipmate_refuse_change();

do $$
begin
  if exists (select from pg_roles where rolname = 'shipmate_app') then
    revoke update, delete, truncate on second_reviews, kept_decisions from shipmate_app;
  end if;
end
$$;
