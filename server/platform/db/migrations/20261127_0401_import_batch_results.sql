-- why: results of a batch eligibility service are imported from its file. A row is imported once: the hash of its cells says
-- which row a report came from.
alter table eligibility_reports
  drop constraint eligibility_reports_cause_check,
  add constraint eligibility_reports_cause_check check (cause in ('staff', 'form', 'reverification', 'batch')),
  add column batch_row_hash bytea check (length(batch_row_hash) = 32),
  add constraint eligibility_reports_batch_check check (cause = 'batch' or batch_row_hash is null);
