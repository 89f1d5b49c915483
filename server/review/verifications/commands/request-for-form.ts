import type { Coverage } from '#contract/setup/coverage/choices.ts'
import type { ScopeContext } from '#server/platform/db/scope.ts'
import type { HistoryContext } from '#server/platform/history/index.ts'
import { readCheckFacts } from '../check-facts.ts'
import { lineKey } from '../result-effects.ts'
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
  const lines = coverage_types.map((coverage_type) => ({ ...form, coverage_type }))
  const facts = await readCheckFacts(system, lines)
  for (const line of lines) {
    if (!facts.get(lineKey(line))?.company?.isElectronic) continue
    const is_simulated = settings.provider === 'simulator'
    await createReport(own, { ...line, cause: 'form', is_simulated })
  }
}
