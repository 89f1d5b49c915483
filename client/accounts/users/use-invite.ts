import { inviteAgain } from '#contract/accounts/users/endpoints.ts'
import type { User } from '#contract/accounts/users/shapes.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import type { ToastOptions } from '#client/platform/ui/overlays/toaster.ts'
import { useAttempt } from './use-attempt.ts'
import { userReads } from './user-reads.ts'
import { lazyDialog } from '#client/platform/ui/states/later.tsx'

/** Returns a function that opens the dialog to invite someone. */
export const useInviteDialog = () => {
  const open = useDialogHost()
  return () => open(InviteDialog, { props: {} })
}

/** Returns the two ways to invite someone again: by email, or by a link to pass on. The old link stops working. */
export const useInvite = (user: User) => {
  const open = useDialogHost()
  const toast = useToast()
  const attempt = useAttempt()
  const { send } = useSend(inviteAgain, { refreshes: userReads, quiet: true })
  const invite = async (): Promise<void> => {
    const ask = { params: { id: user.id }, body: { send_email: true } }
    let isEmailed = false
    const isMade = await attempt('Couldn’t send the invitation', async () => {
      isEmailed = (await send(ask)).reply.is_emailed
    })
    if (isMade) toast.show(invitedAgain(user, isEmailed))
  }
  return { invite, copyLink: () => open(NewLinkDialog, { props: { user } }) }
}

/** Returns what became of a new link. */
export const invitedAgain = ({ email }: Pick<User, 'email'>, isEmailed: boolean): ToastOptions =>
  isEmailed
    ? {
        tone: 'success',
        title: `Invitation sent to ${email}`,
        description: 'The old link doesn’t work anymore.',
      }
    : {
        tone: 'danger',
        title: 'No email was sent',
        description: `No mail server is set up. Create a link and send it to ${email} yourself.`,
      }

/** Renders the dialog that invites someone. Its code loads when it opens. */
const InviteDialog = lazyDialog(async () => (await import('./invite-form.tsx')).InviteForm)

/** Renders the dialog that creates a new link for someone who’s invited. Its code loads when it opens. */
const NewLinkDialog = lazyDialog(async () => (await import('./new-link.tsx')).NewLink)
