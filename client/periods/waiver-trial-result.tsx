import { CircleCheck, CircleHelp, CircleX, Eye, TriangleAlert, type LucideIcon } from 'lucide-react'
import { statusCatalogue } from '#contract/coverage/choices.ts'
import {
  confidenceLabels,
  evidenceTypeLabels,
  recommendationLabels,
  ruleOutcomeLabels,
  type Recommendation,
  type RuleOutcome,
  type RuleResult,
  type WaiverDecision,
} from '#contract/decisions/shapes.ts'
import { severityLabels } from '#contract/periods/waiver-choices.ts'
import { waiverRules } from '#contract/periods/waiver-rules.ts'
import { cx } from '#client/ui/cx.ts'
import { Pill, type Tone } from '#client/ui/text/badge.tsx'

const recommended: Readonly<Record<Recommendation, { readonly icon: LucideIcon; readonly tone: Tone }>> = {
  approve: { icon: CircleCheck, tone: 'success' },
  utp: { icon: TriangleAlert, tone: 'warning' },
  decline: { icon: CircleX, tone: 'danger' },
  needs_review: { icon: Eye, tone: 'info' },
}

const outcomes: Readonly<Record<RuleOutcome, { readonly icon: LucideIcon; readonly className: string }>> = {
  pass: { icon: CircleCheck, className: 'text-success-glyph' },
  fail: { icon: CircleX, className: 'text-danger-glyph' },
  unknown: { icon: CircleHelp, className: 'text-warning-glyph' },
}

/** Renders a decision: the recommendation, what the student reads, and each rule with its evidence. */
export const WaiverTrialResult = ({ decision, isOld }: { decision: WaiverDecision; isOld: boolean }) => {
  const { recommendation, confidence, risk, suggested_status: status, rules } = decision
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1.5">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="text-section font-semibold">Recommendation</h3>
          <Pill {...recommended[recommendation]}>{recommendationLabels[recommendation]}</Pill>
        </div>
        <p className="text-label text-ink-2">
          {status === null ? 'No status change' : `Status: ${statusCatalogue[status].label}`} · Confidence:{' '}
          {confidenceLabels[confidence].toLowerCase()} · Risk: <span className="tabular">{risk}</span>
        </p>
        {isOld && <p className="text-label text-warning-text">You changed the waiver. Try it again.</p>}
      </div>
      <div>
        <h3 className="mb-1 text-label font-medium text-ink-2">Message to the student</h3>
        <p className="rounded-card bg-sunken px-3 py-2.5 break-words whitespace-pre-line">
          {decision.student_message}
        </p>
      </div>
      <div>
        <h3 className="text-label font-medium text-ink-2">Rules</h3>
        {rules.length === 0 ? (
          <p className="mt-1 text-ink-2">No rules are on for this waiver.</p>
        ) : (
          <ul>
            {rules.map((rule) => (
              <Rule key={rule.key} rule={rule} />
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

const Rule = ({ rule: { key, outcome, severity, message, evidence } }: { rule: RuleResult }) => {
  const { icon: Icon, className } = outcomes[outcome]
  return (
    <li className="flex gap-2.5 border-t border-line py-2.5 first:border-t-0">
      <Icon size={16} aria-hidden className={cx('mt-0.5 shrink-0', className)} />
      <div className="min-w-0 flex-1">
        <p>
          <span className="font-medium">{waiverRules[key].label}</span>
          <span className="text-ink-2">
            {' '}
            · {ruleOutcomeLabels[outcome]}
            {outcome !== 'pass' && ` · ${severityLabels[severity]}`}
          </span>
        </p>
        {message !== null && <p className="break-words text-ink-2">{message}</p>}
        <p className="text-label break-words text-ink-3">
          {evidenceTypeLabels[evidence.type]}: {evidence.quote ?? 'nothing yet'}
        </p>
      </div>
    </li>
  )
}
