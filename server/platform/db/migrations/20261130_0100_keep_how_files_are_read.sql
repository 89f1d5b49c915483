-- why: an import keeps how its file was read (header row, date order, address, sheet), so that its rows are read the same way again and staff can see it
alter table imports add column reading jsonb check (reading is null or jsonb_typeof(reading) = 'object');
