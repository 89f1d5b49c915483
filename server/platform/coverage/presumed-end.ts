import { sql, type RawBuilder } from 'kysely'

/** What the end of a dependent’s coverage is presumed from, as SQL expressions. */
interface Dependent {
  /** A date. */
  readonly born_on: RawBuilder<unknown>
  /** The insurance company’s rule and age; null if it isn’t one of the list. */
  readonly age_out_rule: RawBuilder<unknown>
  readonly age_out_age: RawBuilder<unknown>
  readonly source_of_coverage: RawBuilder<unknown>
  /** The plan’s end in the latest eligibility report, as the text `YYYY-MM-DD`; null if it has none. */
  readonly plan_ends_on: RawBuilder<unknown>
}

/** The age at which federal law lets a plan end a child’s coverage (45 CFR 147.120). */
export const legalAge = 26

/**
 * Returns a subquery with one row: when a dependent’s coverage under a parent’s plan presumably ends. `turns_on` is the
 * birthday that the rule counts from, a date, and `age` the age on that day. `ends_on` is the last day of coverage, as
 * the text `YYYY-MM-DD`, and `reason` an `EndReason`; both are null if coverage doesn’t end because of age.
 *
 * An eligibility report with a plan end beats the company’s rule. Without a known rule, the source of coverage decides
 * (individual plans are Marketplace plans), or else the legal minimum: the last day is the one before the birthday
 * (docs/domain.md, “Aging out”). Someone born on February 29 turns older on March 1 in other years, and their birth
 * month ends in February.
 */
export const presumedEnd = (dependent: Dependent): RawBuilder<unknown> => {
  const { born_on, age_out_rule, age_out_age, source_of_coverage: source, plan_ends_on } = dependent
  const turnsOn = sql`(terms.month + (date_part('day', ${born_on})::int - 1))`
  // `offset 0` computes the month and the rule once
  return sql`
    select ${turnsOn} as turns_on, terms.age,
      coalesce(${plan_ends_on}, (case terms.rule
        when 'day_before_birthday' then ${turnsOn} - 1
        when 'end_of_birth_month' then (terms.month + interval '1 month')::date - 1
        when 'end_of_year' then make_date(date_part('year', terms.month)::int, 12, 31) end)::text) as ends_on,
      case when ${plan_ends_on} is not null then 'eligibility_report' when terms.rule <> 'none' then terms.rule end as reason
    from (select coalesce(${age_out_age}, ${sql.lit(legalAge)}) as age,
        (date_trunc('month', ${born_on}::timestamp)
          + make_interval(years => coalesce(${age_out_age}, ${sql.lit(legalAge)})))::date as month,
        coalesce(nullif(${age_out_rule}, 'unknown'), case ${source} when 'parent_employer_group' then 'end_of_birth_month'
          when 'individual_plan' then 'end_of_year' when 'individual_essential_plan' then 'end_of_year'
          else 'day_before_birthday' end) as rule
      offset 0) terms`
}
