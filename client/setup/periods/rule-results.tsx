import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleHelp, CircleX, Eye, TriangleAlert, type LucideIcon } from 'lucide-react'
import {
  evidenceTypeLabels,
  recommendationLabels,
  ruleOutcomeLabels,
  type Recommendation,
  type RuleOutcome,
  type RuleResult,
} from '#contract/review/decisions/shapes.ts'
import {
  requiredDocumentLabels,
  requiredDocuments,
  severityLabels,
} from '#contract/setup/period-documents/waiver-choices.ts'
import { waiverRules } from '#contract/setup/period-documents/waiver-rules.ts'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { Pill, type Tone } from '#client/platform/ui/text/badge.tsx'

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

/** Renders what the rules recommend as a pill. */
export const RecommendationPill = ({ recommendation }: { recommendation: Recommendation }) => (
  <Pill {...recommended[recommendation]}>{recommendationLabels[recommendation]}</Pill>
)

interface RuleListProps {
  rules: readonly RuleResult[]
  /** Whose eligibility checks the evidence links to. */
  student: number | null
}

/** Renders the outcome of each rule with its evidence and the sentence for the student. */
export const RuleList = ({ rules, student }: RuleListProps) => (
  <ul>
    {rules.map((rule) => (
      <Rule key={rule.key} rule={rule} student={student} />
    ))}
  </ul>
)

interface RuleProps extends Pick<RuleListProps, 'student'> {
  rule: RuleResult
}

/** The students’ message says that the office is checking, which is only true once someone asks the payer. */
const isUnchecked = ({ outcome, evidence: { type, quote } }: RuleResult): boolean =>
  outcome === 'unknown' && type === 'eligibility' && quote === null

const evidenceText = (rule: RuleResult): string => {
  const { key, evidence } = rule
  if (evidence.quote !== null) return evidence.quote
  if (isUnchecked(rule)) return 'no result yet'
  return key === 'documents_required' && evidence.ref !== null ? missingText(evidence.ref) : 'nothing yet'
}

/** Returns which of the required documents are missing; those that were sent aren’t in the evidence. */
const missingText = (ref: string): string =>
  requiredDocuments
    .filter((kind) => ref.split(',').includes(kind))
    .map((kind) => `${requiredDocumentLabels[kind]} (not received)`)
    .join('; ')

const Rule = ({ rule, student }: RuleProps) => {
  const { key, outcome, severity, message, evidence } = rule
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
        {message !== null && !isUnchecked(rule) && <p className="break-words text-ink-2">{message}</p>}
        <p className="text-label break-words text-ink-3">
          {evidenceTypeLabels[evidence.type]}: {evidenceText(rule)}
          {student !== null && evidence.type === 'eligibility' && evidence.ref !== null && (
            <>
              {' '}
              <Link
                to="/student/$student/inovalon-verifications"
                params={{ student: String(student) }}
                hash={`check-${evidence.ref}`}
                className="rounded-pill text-accent-text underline"
              >
                Details
              </Link>
            </>
          )}
        </p>
      </div>
    </li>
  )
}
