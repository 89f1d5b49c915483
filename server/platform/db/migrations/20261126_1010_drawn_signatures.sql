-- why: students can draw their signature below the name that they type. It's kept with what they signed, in a column and not in
-- the content, which reports, rules and emails read for many forms at once.
alter table form_submission_snapshots add column drawn_signature bytea check (octet_length(drawn_signature) <= 100000);
comment on column form_submission_snapshots.drawn_signature is 'The signature as the student drew it, a PNG; null if they only typed their name.';
