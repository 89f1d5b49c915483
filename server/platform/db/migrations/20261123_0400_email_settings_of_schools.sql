-- Each school says how its emails are sent; null means the defaults (contract/schools/email-settings.ts).
alter table schools
  add column email_settings jsonb,
  add column email_settings_version integer not null default 1;
