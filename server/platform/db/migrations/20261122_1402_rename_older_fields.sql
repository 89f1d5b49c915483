-- why: fields that once stood with the student belong to the student-period; views and layouts may hold them as
-- `student.program` or `student_period.program`, and the list knows them as `program`

create function pg_temp.present_name(name text) returns text language sql immutable as $$
  select case
    when name ~ '^student(_period)?\.(graduation_year|status|program|campus|rotation_location|expected_start_on|expected_graduation_on|academic_status|loa_reason|loa_start_on|loa_end_on)$'
      or name ~ '^student_period\.(confirmation_number|signature|signature_date|comment|disbursement_on|requested_enrollment_on|reverify_on|admin_fee|on_call_fee|ltd_premium|life_premium|add_premium|(medical|dental|vision)_(status|waive_\w+|enroll_\w+))$'
    then substring(name from position('.' in name) + 1)
    else name
  end
$$;

-- where a field stands under both names, what stands under the present one holds: later keys win
create function pg_temp.present_keys(named jsonb) returns jsonb language sql immutable as $$
  select coalesce(
    jsonb_object_agg(pg_temp.present_name(key), value order by pg_temp.present_name(key) = key), '{}'::jsonb)
  from jsonb_each(named)
$$;

create function pg_temp.present_node(node jsonb) returns jsonb language plpgsql immutable as $$
begin
  if jsonb_typeof(node -> 'rules') = 'array' then
    return jsonb_set(node, '{rules}', (
      select coalesce(jsonb_agg(pg_temp.present_node(rule) order by place), '[]'::jsonb)
      from jsonb_array_elements(node -> 'rules') with ordinality as rules (rule, place)));
  end if;
  if jsonb_typeof(node -> 'field') = 'string' then
    return jsonb_set(node, '{field}', to_jsonb(pg_temp.present_name(node ->> 'field')));
  end if;
  return node;
end
$$;

create function pg_temp.present_sort(sort text) returns text language sql immutable as $$
  select string_agg(
    case when key like '-%' then '-' || pg_temp.present_name(substring(key from 2)) else pg_temp.present_name(key) end,
    ',' order by place)
  from unnest(string_to_array(sort, ',')) with ordinality as keys (key, place)
$$;

create function pg_temp.present_query(query jsonb) returns jsonb language sql immutable as $$
  select query
    || case when jsonb_typeof(query -> 'filters') = 'object'
      then jsonb_build_object('filters', pg_temp.present_keys(query -> 'filters')) else '{}' end
    || case when jsonb_typeof(query -> 'where') = 'object'
      then jsonb_build_object('where', pg_temp.present_node(query -> 'where')) else '{}' end
    || case when query ->> 'sort' <> ''
      then jsonb_build_object('sort', pg_temp.present_sort(query ->> 'sort')) else '{}' end
$$;

create function pg_temp.present_layout(layout jsonb) returns jsonb language sql immutable as $$
  select layout
    || case when jsonb_typeof(layout -> 'shown') = 'array'
      then jsonb_build_object('shown', (
        select coalesce(jsonb_agg(name order by place), '[]'::jsonb)
        from (
          select pg_temp.present_name(called) as name, min(place) as place
          from jsonb_array_elements_text(layout -> 'shown') with ordinality as columns (called, place)
          group by 1) as named)) else '{}' end
    || case when jsonb_typeof(layout -> 'widths') = 'object'
      then jsonb_build_object('widths', pg_temp.present_keys(layout -> 'widths')) else '{}' end
    || case when jsonb_typeof(layout -> 'pins') = 'object'
      then jsonb_build_object('pins', pg_temp.present_keys(layout -> 'pins')) else '{}' end
$$;

update saved_views set query = pg_temp.present_query(query), columns = pg_temp.present_layout(columns)
  where query::text ~ 'student(_period)?\.' or columns::text ~ 'student(_period)?\.';
update user_preferences set value = pg_temp.present_layout(value)
  where key like 'student-list%' and value::text ~ 'student(_period)?\.';

drop function pg_temp.present_layout, pg_temp.present_query, pg_temp.present_sort, pg_temp.present_node,
  pg_temp.present_keys, pg_temp.present_name;
