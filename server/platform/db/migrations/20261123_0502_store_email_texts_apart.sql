-- why: an email's state changes a few times while it's sent, and its texts don't. They're stored apart, so that a change
-- of state doesn't copy them.
alter table emails set (toast_tuple_target = 256, fillfactor = 80);
