import { reasonMessage } from '#contract/review/decisions/reasons.ts'
import type { FormDecision } from '#contract/review/student-status/shapes.ts'
import type { SiteLanguage } from '#client/setup/site/words/words.ts'

/** The decisions that come with reasons. */
const recorded = { needs_fix: 'utp', declined: 'decline' } as const

interface ReasonsProps {
  outcome: keyof typeof recorded
  decision: Pick<FormDecision, 'reason_codes' | 'note'>
  language: SiteLanguage
}

/** Renders why staff declined or asked for more: the reasons, then what they wrote to the student. */
export const Reasons = ({ outcome, decision: { reason_codes, note }, language }: ReasonsProps) => {
  const messages = reason_codes.flatMap((code) => reasonMessage(recorded[outcome], code, language) || [])
  return [...messages, ...(note === null ? [] : [note])].map((message) => <p key={message}>{message}</p>)
}
