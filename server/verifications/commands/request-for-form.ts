import type { Coverage } from '#contract/coverage/choices.ts'
import type { ScopeContext } from '../../db/scope.ts'
import type { HistoryContext } from '../../history/index.ts'
import { readCheckFacts } from '../check-facts.ts'
import { readSettings } from '../settings.ts'
import { createReport } from './request-report.ts'

/** A waiver form that arrived, and its student. */
interface ArrivedForm {
  readonly school_id: number
  readonly student_id: number
  readonly student_period_id: number
  readonly coverage_types: readonly Coverage[]
}

/**
 * Asks for a check of each coverage type of a waiver form whose insurance company answers electronically. Without a
 * provider nothing is asked, so that no check fails for a school that makes none. Jobs ask the payers.
 */
export const requestForForm = async (
  context: HistoryContext,
  system: ScopeContext,
  { coverage_types, ...form }: ArrivedForm,
): Promise<void> => {
  const settings = await readSettings(system, form.school_id)
  if (!settings?.provider) return
  // the student sent a form; Shipmate asks for the check
  const own = { ...context, caller: null, change: null }
  for (const coverage_type of coverage_types) {
    const facts = await readCheckFacts(system, form.student_period_id, coverage_type)
    if (!facts?.company?.isElectronic) continue
    const is_simulated = settings.provider === 'simulator'
    await createReport(own, { ...form, coverage_type, cause: 'form', is_simulated })
  }
}
