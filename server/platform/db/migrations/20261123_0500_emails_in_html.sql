-- why: emails have an HTML part in the school's layout, and what was sent can be shown exactly as it was a year later.

-- The layouts that emails were sent in, each saved once. An email is its layout with its own text inside.
create table email_layouts (
  id bigint generated always as identity primary key,
  -- SHA-256 of what the layout was made from
  hash bytea not null unique check (length(hash) = 32),
  -- where the text, the subject and the preview line go stands in double square brackets
  html text not null,
  -- the inline style of each element in a text
  styles jsonb not null
);
create trigger email_layouts_append_only before update or delete or truncate on email_layouts
  for each statement execute function shipmate_refuse_change();

do $$
begin
  if exists (select from pg_roles where rolname = 'shipmate_app') then
    revoke update, delete, truncate on email_layouts from shipmate_app;
  end if;
end
$$;

alter table emails
  -- the text as clean rich text with its values; null if the email has only plain text
  add column html text,
  add column language text not null default 'en' check (language in ('en', 'es', 'zh', 'fr', 'ko', 'vi')),
  -- the layout it was last handed over in
  add column layout_id bigint references email_layouts (id),
  -- texts with a one-time link are in body_cipher only, so they never have HTML
  add constraint emails_html_has_text check (html is null or body is not null);
