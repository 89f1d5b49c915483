import { useState } from 'react'
import { inviteAgain } from '#contract/accounts/users/endpoints.ts'
import type { User } from '#contract/accounts/users/shapes.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { Dialog } from '#client/platform/ui/overlays/dialog.tsx'
import { InviteLink } from './invite-link.tsx'
import { useAttempt } from './use-attempt.ts'
import { userReads } from './user-reads.ts'
import { nameOf } from './user-text.ts'

/** Renders a new link for someone who’s invited, to pass on without email. */
export const NewLink = ({ handle, user }: { handle: DialogHandle; user: User }) => {
  const attempt = useAttempt()
  const [url, setUrl] = useState<string | null>(null)
  const { send, isSending } = useSend(inviteAgain, { refreshes: userReads, quiet: true })
  const create = () =>
    attempt('Couldn’t create a new link', async () =>
      setUrl((await send({ params: { id: user.id }, body: { send_email: false } })).reply.invite_url),
    )
  return (
    <Dialog
      {...handle.dialog}
      title={`New link for ${nameOf(user)}`}
      description={
        url === null
          ? 'The link sent before stops working. Shipmate doesn’t email the new one.'
          : 'The previous link no longer works.'
      }
      footer={
        url === null ? (
          <>
            <Button onClick={handle.dialog.onClose}>Cancel</Button>
            <Button variant="primary" busy={isSending} onClick={() => void create()}>
              Create link
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={handle.dialog.onClose}>
            Done
          </Button>
        )
      }
    >
      {url !== null && <InviteLink url={url} />}
    </Dialog>
  )
}
