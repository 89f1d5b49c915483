-- why: each form that arrives or is decided looks for the entry of its arrival, and the histories of users and email templates are
-- lists of their own. Without an index they read the whole history.
drop index history_setup;
create index history_subject on history (subject_type, subject_id, id desc)
where subject_type in ('school', 'period', 'insurance_company', 'user', 'email_template', 'form_submission');
