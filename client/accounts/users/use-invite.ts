import { inviteAgain } from '#contract/accounts/users/endpoints.ts'
import type { User } from '#contract/accounts/users/shapes.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
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
    if (!(await attempt('Couldn’t send the invitation', () => send(ask)))) return
    toast.show({
      tone: 'success',
      title: `Invitation sent to ${user.email}`,
      description: 'The old link doesn’t work anymore.',
    })
  }
  return { invite, copyLink: () => open(NewLinkDialog, { props: { user } }) }
}

/** Renders the dialog that invites someone. Its code loads when it opens. */
const InviteDialog = lazyDialog(async () => (await import('./invite-form.tsx')).InviteForm)

/** Renders the dialog that creates a new link for someone who’s invited. Its code loads when it opens. */
const NewLinkDialog = lazyDialog(async () => (await import('./new-link.tsx')).NewLink)
