import { useNavigate } from '@tanstack/react-router'
import { removeUser } from '#contract/users/endpoints.ts'
import type { User } from '#contract/users/shapes.ts'
import { listUsers } from '#contract/users/endpoints.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { useSend } from '#client/lib/query.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { FormSection } from '#client/ui/form/form.tsx'
import { useConfirm } from '#client/ui/overlays/confirm.tsx'
import { useToast } from '#client/ui/overlays/toast.tsx'
import { useSaveUser } from './use-save-user.ts'
import { nameOf } from './user-text.ts'

/** Renders how to keep someone out: disable, which can be undone, or remove. */
export const RemovalSection = ({ user }: { user: User }) => {
  const { switchOff, switchOn, remove } = useRemoval(user)
  return (
    <FormSection title="Disable or remove" why="Disable someone who may come back.">
      <div className="col-span-6 flex flex-wrap gap-2">
        {user.is_disabled ? (
          <Button onClick={() => void switchOn()}>Enable</Button>
        ) : (
          <Button onClick={() => void switchOff()}>Disable…</Button>
        )}
        <Button variant="ghost" className="text-danger-text" onClick={() => void remove()}>
          Remove…
        </Button>
      </div>
    </FormSection>
  )
}

const useRemoval = (user: User) => {
  const confirm = useConfirm()
  const navigate = useNavigate()
  const toast = useToast()
  const save = useSaveUser(user.id)
  // an open user is left without reloading them
  const { send } = useSend(removeUser, { refreshes: [listUsers], quiet: true })
  const name = nameOf(user)
  const orTell = async (what: string, work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.kind !== 'aborted' && error.kind !== 'unauthenticated')
        toast.show({ tone: 'danger', title: what, description: error.message })
      return false
    }
  }
  const setDisabled = (is_disabled: boolean, title: string) =>
    orTell(`Couldn’t change ${name}`, () => save({ is_disabled, version: user.version }, title))
  const switchOff = async () => {
    const isSure = await confirm({
      title: `Disable ${name}?`,
      message:
        'They’re signed out everywhere at once and can’t sign in. Their work and their name stay. You can enable them again.',
      acceptLabel: 'Disable',
      danger: true,
    })
    if (isSure) await setDisabled(true, `${name} disabled`)
  }
  const remove = async () => {
    const isSure = await confirm({
      title: `Remove ${name}?`,
      message: `They’re signed out everywhere at once and can’t sign in. Their account and unsaved drafts are deleted; their work stays, and their name stays in the history. You can’t undo this, but you can invite ${user.email} again.`,
      acceptLabel: 'Remove',
      danger: true,
    })
    if (!isSure) return
    const isGone = await orTell(`Couldn’t remove ${name}`, () => send({ params: { id: user.id } }))
    if (!isGone) return
    toast.show({ tone: 'success', title: `${name} removed` })
    void navigate({ to: '/settings/users' })
  }
  return { switchOff, switchOn: () => setDisabled(false, `${name} enabled`), remove }
}
