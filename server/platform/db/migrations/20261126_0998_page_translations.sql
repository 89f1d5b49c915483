-- why: a school writes its custom pages in other languages too
alter table period_pages
  -- the title and text in Spanish, cleaned like those in English; null while there are none
  add column es jsonb constraint period_pages_es_check check (jsonb_typeof(es) = 'object');
