-- why: staff order the policy years of a school by hand; one without a place comes first, the latest start on top
alter table periods add column position integer;
