-- why: an 834 transaction set has at most 10,000 members, so a large file has several. Where each ends and what it adds up to is
-- known while a file is prepared, and each begins with its totals.

-- [{last_position, subscribers, dependents, segments}]: the transaction sets in order
alter table carrier_files add column sets jsonb not null default '[]';

-- a file that was prepared before is one transaction set, and is downloaded as it was
update carrier_files file set sets = jsonb_build_array(jsonb_build_object(
  'last_position', (select max(member.position) from carrier_file_members member where member.file_id = file.id),
  'subscribers', file.subscribers, 'dependents', file.dependents, 'segments', file.segments))
where file.subscribers + file.dependents > 0 and file.state in ('ready', 'released');
