-- why: the list counts its rows in an index, which is cheap only while the table's pages are known to be visible to everyone.
-- Where a job had just changed some thousand of a year's 20,000 rows, the count took six times as long until the table was
-- vacuumed, and by default that waits for a fifth of the rows to change. A vacuum takes some 50 ms.
alter table student_periods set (autovacuum_vacuum_scale_factor = 0.002, autovacuum_vacuum_cost_delay = 0);
