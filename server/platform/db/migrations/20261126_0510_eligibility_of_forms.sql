-- why: the list of forms shows what the payers answered, and filters and sorts by it.
alter table form_submissions add column eligibility text check (eligibility in ('active', 'inactive', 'unknown',
  'other_plan_detected', 'missing_request_information', 'unable_to_send_request', 'request_failed'));
