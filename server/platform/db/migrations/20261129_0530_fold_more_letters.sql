-- why: names with ı, ə, þ, ð and others, and with typographic apostrophes, weren’t found or matched without them
create or replace function shipmate_fold_any(value text) returns text
language sql immutable parallel safe strict
as $function$
  select translate(
    replace(replace(replace(replace(replace(lower(regexp_replace(
      normalize(value, nfkd), '[\u0300-\u036f]', '', 'g') collate "und-x-icu"),
      'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th'), 'ŋ', 'ng'),
    'łøđðıəɛɔħŧ‘’ʻʼ‐‑–', 'loddieeoht''''''''---')
$function$;

-- what was folded before is folded again
update students set first_name = first_name, last_name = last_name, sid = sid
where octet_length(first_name || last_name || coalesce(prior_last_name, '') || sid || coalesce(uid, ''))
  <> length(first_name || last_name || coalesce(prior_last_name, '') || sid || coalesce(uid, ''));
reindex index insurance_companies_name_key;
reindex index periods_school_name_key;
reindex index saved_views_name_key;
reindex index schools_name_key;
reindex index student_periods_dental_typed_name;
reindex index student_periods_medical_typed_name;
reindex index student_periods_vision_typed_name;
