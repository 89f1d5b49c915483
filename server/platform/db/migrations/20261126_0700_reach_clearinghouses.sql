-- why: a clearinghouse in the own network, or one of a test, can be reached over http if OUTBOUND_PRIVATE_HOSTS names it;
-- the application refuses http for all others. What the inquiries of a month cost is summed before each one.
alter table eligibility_settings
  drop constraint eligibility_settings_address_check,
  add constraint eligibility_settings_address_check check (address ~ '^https?://');
create index verification_requests_cost on verification_requests (school_id, sent_at) include (cost_cents);
