import { useNavigate } from '@tanstack/react-router'
import type { User } from '#contract/accounts/users/shapes.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { useRemoval } from './use-removal.ts'

/** Renders how to keep someone out: disable, which can be undone, or remove. */
export const RemovalSection = ({ user }: { user: User }) => {
  const navigate = useNavigate()
  const { switchOff, switchOn, remove } = useRemoval(user)
  const leave = async () => {
    if (await remove()) void navigate({ to: '/settings/users' })
  }
  return (
    <FormSection title="Disable or remove" why="Disable someone who may come back.">
      <div className="col-span-6 flex flex-wrap gap-2">
        {user.is_disabled ? (
          <Button onClick={() => void switchOn()}>Enable</Button>
        ) : (
          <Button onClick={() => void switchOff()}>Disable…</Button>
        )}
        <Button variant="ghost" className="text-danger-text!" onClick={() => void leave()}>
          Remove…
        </Button>
      </div>
    </FormSection>
  )
}
