import { useState } from 'react'
import { statusCatalogue } from '#contract/platform/coverage/choices.ts'
import { sendDecisionFeedback } from '#contract/review/decisions/endpoints.ts'
import { outcomeLabels, outcomes, type Outcome } from '#contract/review/decisions/choices.ts'
import type { SuggestedDecision } from '#contract/review/decisions/outcome-shapes.ts'
import { reasonsFor } from '#contract/review/decisions/reasons.ts'
import { confidenceLabels } from '#contract/review/decisions/shapes.ts'
import { RecommendationPill, RuleList } from '#client/setup/periods/rule-results.tsx'
import { useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { Select } from '#client/platform/ui/controls/select.tsx'
import { Textarea } from '#client/platform/ui/controls/textarea.tsx'
import { Disclosure } from '#client/platform/ui/text/disclosure.tsx'

interface SuggestionProps {
  suggestion: SuggestedDecision
  student: number | null
  isOpen: boolean
}

/** Renders what the rules recommend for a coverage type, why, and a way to report that it’s wrong. */
export const Suggestion = ({ suggestion, student, isOpen }: SuggestionProps) => {
  const { recommendation, confidence, rules, suggested_status: status, ruleset_version: version } = suggestion
  const open = rules.filter(({ outcome }) => outcome !== 'pass').length
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-label text-ink-2">Recommended</span>
        <RecommendationPill recommendation={recommendation} />
        <span className="text-label text-ink-2">
          Confidence: {confidenceLabels[confidence].toLowerCase()}
          {status !== null && ` · ${statusCatalogue[status].label}`}
          {version !== null && ` · Waiver options version ${version}`}
        </span>
      </div>
      {suggestion.mode === 'shadow' && (
        <p className="text-label text-ink-2">Automatic approval would have approved this.</p>
      )}
      {rules.length > 0 && (
        <Disclosure
          startsOpen={isOpen && open > 0}
          summary={`${rules.length - open} of ${rules.length} requirements met`}
        >
          <RuleList rules={rules} student={student} />
        </Disclosure>
      )}
      <WrongRecommendation decisionId={suggestion.id} />
    </div>
  )
}

/** Lets staff say what the rules should have recommended. The form isn’t decided by it. */
const WrongRecommendation = ({ decisionId }: { decisionId: number }) => {
  const [isSent, setSent] = useState(false)
  const { send, isSending } = useSend(sendDecisionFeedback)
  const report = async ({ outcome, reason, comment }: Report) => {
    const text = comment.trim()
    await send({
      body: {
        decision_id: decisionId,
        verdict: 'disagree',
        correct_outcome: outcome,
        reason_code: reason,
        comment: text === '' ? null : text,
      },
    })
    setSent(true)
  }
  if (isSent)
    return (
      <output className="block px-2 text-label text-ink-2">
        Reported. It counts in the agreement report of this policy year.
      </output>
    )
  return (
    <Disclosure summary={<span className="text-label text-ink-2">Report a wrong recommendation</span>}>
      <ReportFields isSending={isSending} onSend={(given) => void report(given)} />
    </Disclosure>
  )
}

interface Report {
  readonly outcome: Outcome | null
  readonly reason: string | null
  readonly comment: string
}

const ReportFields = ({ isSending, onSend }: { isSending: boolean; onSend: (report: Report) => void }) => {
  const [report, setReport] = useState<Report>({ outcome: null, reason: null, comment: '' })
  const { outcome, reason, comment } = report
  const reasons = outcome === null ? [] : Object.entries(reasonsFor[outcome])
  return (
    <div className="flex flex-col items-start gap-3 px-2 pt-1 pb-2">
      <Field label="Right decision" className="w-full">
        <Select
          options={outcomes.map((value) => ({ value, label: outcomeLabels[value] }))}
          value={outcome}
          onChange={(next) => setReport({ ...report, outcome: next, reason: null })}
        />
      </Field>
      {reasons.length > 0 && (
        <Field label="Reason" className="w-full">
          <Select
            options={reasons.map(([value, { label }]) => ({ value, label }))}
            value={reason}
            onChange={(next) => setReport({ ...report, reason: next })}
          />
        </Field>
      )}
      <Field label="Comment" hint="For the office. The student doesn’t see it." className="w-full">
        <Textarea
          rows={2}
          maxLength={2000}
          value={comment}
          onChange={({ target }) => setReport({ ...report, comment: target.value })}
        />
      </Field>
      <Button size="sm" busy={isSending} disabled={outcome === null} onClick={() => onSend(report)}>
        Send report
      </Button>
    </div>
  )
}
