import { useState } from 'react'
import { inviteAgain } from '#contract/accounts/users/endpoints.ts'
import type { Invitation, User } from '#contract/accounts/users/shapes.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { InviteLink } from './invite-link.tsx'
import { invitedAgain } from './use-invite.ts'
import { useAttempt } from './use-attempt.ts'
import { userReads } from './user-reads.ts'
import { invitationText } from './user-text.ts'

/** Renders an invitation that hasn’t been accepted: when it expires, and a new one. */
export const InvitationSection = ({ user }: { user: User }) => {
  const toast = useToast()
  const attempt = useAttempt()
  const [made, setMade] = useState<Invitation | null>(null)
  const { send, isSending } = useSend(inviteAgain, { refreshes: userReads, quiet: true })
  const invite = async (isEmailed: boolean) => {
    await attempt('Couldn’t create a new link', async () => {
      const { reply } = await send({ params: { id: user.id }, body: { send_email: isEmailed } })
      setMade(reply)
      if (isEmailed) toast.show(invitedAgain(user, reply.is_emailed))
    })
  }
  return (
    <FormSection title="Invitation" why="They haven’t set a password yet.">
      <div className="col-span-6 flex flex-col items-start gap-3">
        <p>{invitationText(user)} A new link replaces it.</p>
        {made && <InviteLink url={made.invite_url} />}
        <div className="flex flex-wrap gap-2">
          <Button busy={isSending} onClick={() => void invite(true)}>
            Invite again
          </Button>
          <Button variant="ghost" busy={isSending} onClick={() => void invite(false)}>
            Create a link without email
          </Button>
        </div>
      </div>
    </FormSection>
  )
}
