-- why: a result says which plans the answer had, from which segments, and what it leaves open
alter table eligibility_reports add column basis jsonb not null
  default '{"plans": [], "covered": null, "questions": []}'::jsonb;
