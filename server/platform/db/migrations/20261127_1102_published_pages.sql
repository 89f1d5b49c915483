-- why: custom pages are published like the other pages of the student site, and no longer seen as soon as they’re saved. A page
-- that students see today gets its first version, so that they see the same.
insert into period_publications (school_id, period_id, kind, number, version, content, published_at, published_by)
select school_id, period_id, 'custom-pages/' || id, 1, version,
  case when es is null then '{}' else jsonb_build_object('es', es) end || jsonb_build_object(
    'title', title, 'slug', slug, 'body', body, 'published', true),
  updated_at, updated_by
-- deleted ones, too: undo shows them again
from period_pages where published;
