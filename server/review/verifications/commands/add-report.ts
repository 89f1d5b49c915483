import { sql } from 'kysely'
import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { CheckCause } from '#contract/review/verifications/choices.ts'
import type { NewEligibilityReport } from '#contract/review/verifications/shapes.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { recordHistory, type HistoryContext } from '#server/platform/history/index.ts'
import { readCheckFacts } from '../queries/check-facts.ts'
import { readSettings } from '../queries/settings.ts'
import { lineKey, waitingForms } from '../queries/tries.ts'

interface NewReport extends NewEligibilityReport {
  readonly school_id: number
  readonly student_id: number
  readonly cause: CheckCause
  readonly is_simulated: boolean
  /** When the sweep makes it; null if a job does. ISO instant. */
  readonly next_try_at: string | null
}

/**
 * Adds a pending check, which is made at `next_try_at`, or by a job of the caller’s. Returns null while the coverage type is being
 * checked.
 */
export const addReport = async (context: HistoryContext, report: NewReport): Promise<number | null> => {
  const { school_id, student_id, student_period_id, coverage_type, cause, is_simulated, next_try_at } = report
  const created = await context.db
    .insertInto('eligibility_reports')
    .values({
      school_id,
      student_id,
      student_period_id,
      coverage_type,
      cause,
      is_simulated,
      next_try_at,
      requested_by_id: context.caller?.id ?? null,
      created_at: context.clock.now().toISOString(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['student_period_id', 'coverage_type', 'school_id'])
        .where(sql<boolean>`retrieval_status = 'pending'`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!created) return null
  const kind = 'eligibility_check_requested'
  const act = context.caller === null ? 'system' : 'person'
  await recordHistory(context, { kind, cause: act, schoolId: school_id }, [
    {
      kind,
      subject: { type: 'student_period', id: student_period_id },
      school_id,
      student_id,
      student_period_id,
      changes: [{ field: 'coverage_type', before: null, after: coverage_type }],
    },
  ])
  return created.id
}

/** A waiver form that arrived, and its student. */
export interface ArrivedForm {
  readonly school_id: number
  readonly student_id: number
  readonly student_period_id: number
  readonly coverage_types: readonly Coverage[]
}

/**
 * Adds a check of each coverage type of a waiver form whose insurance company answers electronically. Without a provider
 * nothing is asked, so that no check fails for a school that makes none. Returns the checks’ IDs.
 */
export const addForForm = async (
  context: HistoryContext,
  system: ScopeContext,
  { coverage_types, ...form }: ArrivedForm,
  next_try_at: string | null = null,
): Promise<number[]> => {
  const settings = await readSettings(system, form.school_id)
  if (!settings?.provider) return []
  // the student sent a form; Shipmate asks for the check
  const own = { ...context, caller: null, change: null }
  const lines = coverage_types.map((coverage_type) => ({ ...form, coverage_type }))
  const facts = await readCheckFacts(system, lines)
  const added: number[] = []
  for (const line of lines) {
    if (!facts.get(lineKey(line))?.company?.isElectronic) continue
    const is_simulated = settings.provider === 'simulator'
    const id = await addReport(own, { ...line, cause: 'form', is_simulated, next_try_at })
    if (id !== null) added.push(id)
  }
  return added
}

/**
 * Adds checks for the waiting forms of some records that were signed while a check was pending, which has ended now: what it found
 * out isn’t about their answers. Both are given by ID. The sweep of unfinished checks makes them.
 */
export const addForLaterForms = async (
  context: HistoryContext,
  system: ScopeContext,
  { ended, records }: { readonly ended: readonly number[]; readonly records: readonly number[] },
): Promise<void> => {
  const forms = await waitingForms(system, records)
  if (forms.length === 0) return
  const { rows } = await sql<ArrivedForm>`
    select form.school_id, form.student_id, form.student_period_id,
      array_agg(distinct report.coverage_type) as coverage_types
    from eligibility_reports report
    join form_submissions form on form.student_period_id = report.student_period_id
      and form.id = any(${forms}::bigint[])
      and report.coverage_type = any(form.coverage_types)
      and not report.coverage_type = any(form.decided_coverages)
    where report.id = any(${[...ended]}::bigint[]) and ${scope.within(system, 'report.school_id')}
      and report.created_at < (select max(snapshot.created_at) from form_submission_snapshots snapshot
        where snapshot.submission_id = form.id)
    group by 1, 2, 3`.execute(system.db)
  const now = context.clock.now().toISOString()
  for (const form of rows) await addForForm(context, system, form, now)
}
