-- why: what someone waits for goes before what a form or a timer caused. No job used a named queue or a key.

drop function shipmate_enqueue(text, json, text, text);

create function shipmate_enqueue(task text, payload json, priority integer) returns void
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  select graphile_worker.add_job(task, payload, priority => priority, max_attempts => 5)
$$;
