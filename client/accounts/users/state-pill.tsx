import { Ban, MailQuestionMark } from 'lucide-react'
import { userStateLabels } from '#contract/accounts/users/choices.ts'
import type { User } from '#contract/accounts/users/shapes.ts'
import { Pill } from '#client/platform/ui/text/badge.tsx'

/** Renders that a user can’t sign in, or hasn’t yet; nothing for all others. */
export const StatePill = ({ user: { state } }: { user: User }) => {
  if (state === 'active') return null
  return state === 'invited' ? (
    <Pill tone="info" icon={MailQuestionMark}>
      {userStateLabels.invited}
    </Pill>
  ) : (
    <Pill icon={Ban}>{userStateLabels.disabled}</Pill>
  )
}
