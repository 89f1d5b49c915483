-- why: the settings of the student site (open or not, menu, languages) are published like its pages, and no longer apply when they’re
-- saved. What is saved today gets its first version, so that students see the same.
insert into period_publications (school_id, period_id, kind, number, version, content, published_at, published_by)
select school_id, period_id, kind, 1, version, content, updated_at, updated_by
from period_documents where kind = 'website-configuration';
