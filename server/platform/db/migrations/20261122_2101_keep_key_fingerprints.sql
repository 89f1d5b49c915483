-- why: a server with wrong keys started, and found no SSN again. Each key leaves a fingerprint when it is first used; a
-- start with other keys is refused. Only the owner reads and writes them.
create table key_fingerprints (
  -- 'index', 'token', or 'encryption:' and the number of the key
  name text primary key,
  fingerprint bytea not null,
  recorded_at timestamptz not null default now()
);

do $$
begin
  if exists (select from pg_roles where rolname = 'shipmate_app') then
    revoke all on key_fingerprints from shipmate_app;
  end if;
end
$$;
