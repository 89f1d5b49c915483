-- why: of the emails that a process had claimed when it died, only those it had begun to hand over may have arrived.
-- The others are sent again by themselves, so that staff don't have to decide about a hundred.
alter table emails
  -- when the latest attempt to hand it over began; null while it's only claimed
  add column started_at timestamptz;
