-- why: a new key encrypts the SSNs of signed forms again; nothing else of them ever changes, and only the owner may do it.
drop trigger form_submission_snapshots_append_only on form_submission_snapshots;
create trigger form_submission_snapshots_append_only
  before delete or truncate or update of id, school_id, submission_id, number, content, hash, form_number,
    waiver_rules_number, created_at, drawn_signature
  on form_submission_snapshots for each statement execute function shipmate_refuse_change();
