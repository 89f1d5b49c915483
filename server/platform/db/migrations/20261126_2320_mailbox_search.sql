-- why: the mailbox has every email of every school. Staff look for one by address, name or subject, and for those that failed, which
-- took a scan of the whole table.
create index emails_search on emails
  using gin (shipmate_fold(to_address || ' ' || to_name || ' ' || subject) gin_trgm_ops);
create index emails_state on emails (state, via, id desc);
create index emails_kind on emails (kind, id desc);
create index emails_school on emails (school_id, id desc);
