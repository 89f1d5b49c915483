-- why: a scheduled report that can’t be created is told to its recipients, who would otherwise wait for it.
insert into email_templates (kind) values ('report_failed');
