import { settledLater } from '#contract/review/decisions/shapes.ts'
import type { FormCheck, SignedForm } from '#contract/review/form-submissions/shapes.ts'
import type { WaiverValues } from '#contract/setup/period-documents/waiver-configuration.ts'
import type { LineRules } from '#server/platform/coverage/index.ts'
import type { ScopeContext } from '#server/platform/db/scope.ts'
import { decideWaiver } from '../rules/decide.ts'
import { factsOf } from '../rules/facts-of-form.ts'
import { companyIdsIn, readCompanies } from './forms.ts'

interface UnsentForm {
  readonly content: SignedForm
  readonly rules: WaiverValues
  readonly year: LineRules['dates']
  readonly today: string
}

/**
 * Returns the rules that the answers of an unsent waiver form don’t meet and that block an approval, with what the student is
 * told. Rules that something unknown could still meet aren’t among them.
 */
export const findRefusals = async (
  context: ScopeContext,
  { content, rules, year, today }: UnsentForm,
): Promise<FormCheck['refusals']> => {
  const companies = await readCompanies(context, companyIdsIn(content.answers))
  const known = {
    snapshot: { content },
    rules,
    year,
    today,
    companies,
    record: null,
    documents: [],
    results: new Map(),
    checked: new Map(),
    submitted_on: today,
  }
  return content.coverage_types.flatMap((coverage_type) =>
    decideWaiver(factsOf(known, coverage_type)).rules.flatMap(({ key, severity, outcome, message }) =>
      severity === 'block' && outcome === 'fail' && message !== null && !settledLater.has(key)
        ? [{ coverage_type, rule: key, message }]
        : [],
    ),
  )
}
