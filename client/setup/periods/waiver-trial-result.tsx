import { statusCatalogue } from '#contract/setup/coverage/choices.ts'
import { confidenceLabels, type WaiverDecision } from '#contract/review/decisions/shapes.ts'
import { RecommendationPill, RuleList } from '#client/platform/common/rule-list.tsx'

/** Renders a decision: the recommendation, what the student reads, and each rule with its evidence. */
export const WaiverTrialResult = ({ decision, isOld }: { decision: WaiverDecision; isOld: boolean }) => {
  const { recommendation, confidence, risk, suggested_status: status, rules } = decision
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1.5">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="text-section font-semibold">Recommendation</h3>
          <RecommendationPill recommendation={recommendation} />
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
          <RuleList rules={rules} student={null} />
        )}
      </div>
    </div>
  )
}
