-- why: a change of an email’s text can be undone. The history says what changed, but not which English a translation was
-- written for, so the undo restores the whole text from here.
alter table email_templates add column former_content jsonb;
comment on column email_templates.former_content is 'The text before the last change; null if it followed the global text or the default.';
