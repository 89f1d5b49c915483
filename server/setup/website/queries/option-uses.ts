import { sql } from 'kysely'
import { optionFields, type OptionField } from '#contract/setup/period-documents/dropdowns.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'

/** Counts records by value. Spellings that differ only in case and accents are one. */
interface OptionUse {
  readonly field: OptionField
  readonly value: string
  readonly quantity: number
}

/** The most values listed for each field; the rarest are left out. */
const mostValues = 500

/** Returns the values of one field in a period’s records, most frequent first. */
export const countUses = async (
  context: ScopeContext,
  periodId: number,
  field: OptionField,
): Promise<OptionUse[]> => {
  const value = sql<string>`${sql.ref(`student_periods.${field}`)}::text`
  const rows = await scope
    .studentPeriods(context)
    .select([
      sql<string>`mode() within group (order by ${value})`.as('value'),
      sql<number>`count(*)::int`.as('quantity'),
    ])
    .where('student_periods.period_id', '=', periodId)
    .where(`student_periods.${field}`, 'is not', null)
    .groupBy(sql`shipmate_fold(${value})`)
    .orderBy('quantity', 'desc')
    .orderBy('value')
    .limit(mostValues)
    .execute()
  return rows.map((row) => ({ field, ...row }))
}

/** Returns the values of every field with options. */
export const listUses = async (context: ScopeContext, periodId: number): Promise<OptionUse[]> =>
  (await Promise.all(optionFields.map((field) => countUses(context, periodId, field)))).flat()
