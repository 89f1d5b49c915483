-- why: the emails of a process that died are known by its lock, which ended with it, and don't wait for the claim to end
alter table emails add column claimed_by uuid;
