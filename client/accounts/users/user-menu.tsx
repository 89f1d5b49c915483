import { useNavigate } from '@tanstack/react-router'
import { Ban, CircleCheck, Link2, Mail, Pencil, Trash2 } from 'lucide-react'
import type { User } from '#contract/accounts/users/shapes.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { MenuItem, MenuSeparator } from '#client/platform/ui/overlays/menu.tsx'
import { useInvite } from './use-invite.ts'
import { useRemoval } from './use-removal.ts'

/** Renders what can be done with a user, as the items of a menu. */
export const UserItems = ({ user }: { user: User }) => {
  const navigate = useNavigate()
  const { invite, copyLink } = useInvite(user)
  const isOwn = useUser().id === user.id
  return (
    <>
      <MenuItem
        icon={Pencil}
        onSelect={() => void navigate({ to: '/users/$user', params: { user: String(user.id) } })}
      >
        Edit
      </MenuItem>
      {user.state === 'invited' && (
        <>
          <MenuItem icon={Mail} onSelect={() => void invite()}>
            Invite again
          </MenuItem>
          <MenuItem icon={Link2} onSelect={copyLink}>
            New link…
          </MenuItem>
        </>
      )}
      {!isOwn && <EndItems user={user} />}
    </>
  )
}

const EndItems = ({ user }: { user: User }) => {
  const { switchOff, switchOn, remove } = useRemoval(user)
  return (
    <>
      <MenuSeparator />
      {user.is_disabled ? (
        <MenuItem icon={CircleCheck} onSelect={() => void switchOn()}>
          Enable
        </MenuItem>
      ) : (
        <MenuItem icon={Ban} onSelect={() => void switchOff()}>
          Disable…
        </MenuItem>
      )}
      <MenuItem icon={Trash2} danger onSelect={() => void remove()}>
        Remove…
      </MenuItem>
    </>
  )
}
