-- why: a repeated call is answered again only if its user may still see what the first one did.

alter table idempotency_keys
  -- null: answered before this migration; such responses are deleted within a day
  add column permission text,
  add column school_ids bigint[];
