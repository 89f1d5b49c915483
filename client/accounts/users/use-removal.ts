import type { User } from '#contract/accounts/users/shapes.ts'
import { listUsers, removeUser } from '#contract/accounts/users/endpoints.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { useConfirm } from '#client/platform/ui/overlays/confirm.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { useAttempt } from './use-attempt.ts'
import { useSaveUser } from './use-save-user.ts'
import { nameOf } from './user-text.ts'

/** Returns the ways to keep a user out, each of which says first what happens. `remove` resolves to whether it did. */
export const useRemoval = (user: User) => {
  const confirm = useConfirm()
  const toast = useToast()
  const attempt = useAttempt()
  const save = useSaveUser(user.id)
  // an open user is left without reloading them
  const { send } = useSend(removeUser, { refreshes: [listUsers], quiet: true })
  const name = nameOf(user)
  const setDisabled = (is_disabled: boolean, title: string) =>
    attempt(`Couldn’t change ${name}`, () => save({ is_disabled, version: user.version }, () => title))
  const switchOff = async () => {
    const isSure = await confirm({
      title: `Disable ${name}?`,
      message:
        'They’re signed out everywhere at once and can’t sign in. Their work stays, with their name. You can enable them again.',
      acceptLabel: 'Disable',
      danger: true,
    })
    if (isSure) await setDisabled(true, `${name} disabled`)
  }
  const remove = async (): Promise<boolean> => {
    const isSure = await confirm({
      title: `Remove ${name}?`,
      message: `They’re signed out everywhere at once and can’t sign in. Their account and unsaved drafts are deleted; their work stays, and their name stays in the history. You can’t undo this, but you can invite ${user.email} again.`,
      acceptLabel: 'Remove',
      danger: true,
    })
    if (!isSure) return false
    const isGone = await attempt(`Couldn’t remove ${name}`, () => send({ params: { id: user.id } }))
    if (isGone) toast.show({ tone: 'success', title: `${name} removed` })
    return isGone
  }
  return { switchOff, switchOn: () => setDisabled(false, `${name} enabled`), remove }
}
