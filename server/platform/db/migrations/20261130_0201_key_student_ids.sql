-- why: rosters and forms lose leading zeros, add invisible characters and change capitals of student IDs, which are then someone else’s
create function shipmate_sid_key_any(sid text) returns text
language sql immutable parallel safe strict
as $function$
  select regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    public.shipmate_fold(sid),
    '[\s\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"''`]', '', 'g'),
    '^=', ''), '^([0-9]+)[.]0+$', '\1'), '^0+([0-9]+)$', '\1') collate "C"
$function$;

-- the same as sidKey (contract/student-id.ts)
create function shipmate_sid_key(sid text) returns text
language sql immutable parallel safe
as $function$
  select case
    when sid collate "C" ~ '^[1-9][0-9]*$' then sid collate "C"
    when sid collate "C" ~ '^[A-Za-z][A-Za-z0-9-]*$' then lower(sid collate "C")
    else public.shipmate_sid_key_any(sid) collate "C"
  end
$function$;

create index students_sid_meaning on students (shipmate_sid_key(sid), school_id) where deleted_at is null;
