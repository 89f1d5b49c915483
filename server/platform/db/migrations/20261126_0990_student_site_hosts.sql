-- why: a university can show its student site at a host name it owns, and frame it on its pages
alter table schools
  add column site_host text
    constraint schools_site_host_check check (site_host ~ '^[a-z0-9.-]+$' and length(site_host) <= 253),
  -- web origins, as browsers send them: they are named in the content policy of the site’s pages
  add column site_embedded_on text[] not null default '{}' check (cardinality(site_embedded_on) <= 10),
  add column site_settings_version integer not null default 1;
create unique index schools_site_host_key on schools (site_host) where archived_at is null;
