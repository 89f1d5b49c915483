-- why: the running application may write rows, but change neither tables nor the past.
-- The role is made by the migration runner, where it may; without it, the triggers are the only lock.

do $$
begin
  if not exists (select from pg_roles where rolname = 'shipmate_app') then
    return;
  end if;
  grant usage on schema public to shipmate_app;
  grant select, insert, update, delete on all tables in schema public to shipmate_app;
  grant usage on all sequences in schema public to shipmate_app;
  revoke update, delete, truncate on history, history_seals, access_log, changes from shipmate_app;
  alter default privileges in schema public grant select, insert, update, delete on tables to shipmate_app;
  alter default privileges in schema public grant usage on sequences to shipmate_app;
end
$$;
