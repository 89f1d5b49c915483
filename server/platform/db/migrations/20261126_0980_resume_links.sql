-- why: the link that continues an unfinished form is in no other place than its email, which is about a school and no student
alter table emails
  drop constraint emails_body_where_no_link,
  add constraint emails_body_where_no_link
    check ((kind in ('reset_link', 'invite', 'email_change', 'status_code', 'resume_link')) = (body is null)),
  drop constraint emails_link_has_end,
  add constraint emails_link_has_end
    check (body_cipher is null or (link_expires_at is not null and (link_of is not null or school_id is not null)));
