-- why: staff reverify all waivers of a policy year, or those of some sources of coverage, also before they're due.

alter table period_reverifications
  -- null: of every source
  add column sources_of_coverage text[] check (cardinality(sources_of_coverage) > 0);

alter table reverification_items
  drop constraint reverification_items_reason_check,
  add constraint reverification_items_reason_check check (reason in ('due', 'sample', 'not_due',
    'needs_reverification', 'inactive', 'aged_out', 'unable_to_process'));
