import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { permissionLabels } from '#contract/access.ts'
import type { User } from '#contract/users/shapes.ts'
import { IconButton } from '#client/ui/controls/icon-button.tsx'
import { Menu } from '#client/ui/overlays/menu.tsx'
import { Truncate } from '#client/ui/overlays/truncate.tsx'
import { SkeletonRows } from '#client/ui/states/skeleton.tsx'
import { StatePill } from './state-pill.tsx'
import { LastSeen, UserName } from './user-columns.tsx'
import { UserItems } from './user-menu.tsx'
import { nameOf, schoolsText } from './user-text.ts'

/** Renders the users on a phone. */
export const UserCards = ({ users, empty }: { users: readonly User[] | undefined; empty: ReactNode }) => {
  if (!users) return <SkeletonRows label="Loading users" />
  if (users.length === 0) return <div className="min-h-0 flex-1 overflow-y-auto">{empty}</div>
  return (
    <ul aria-label="Users" className="min-h-0 flex-1 divide-y divide-line overflow-y-auto overscroll-contain">
      {users.map((user) => (
        <li key={user.id} className="flex items-start gap-2 px-4 py-3">
          <div className="min-w-0 flex-1">
            <span className="flex min-w-0 items-center gap-2">
              <UserName user={user} />
              <StatePill user={user} />
            </span>
            <div className="ml-8">
              <Truncate as="p" className="text-ink-2">
                {user.email}
              </Truncate>
              <Truncate as="p" className="text-label text-ink-3">
                {permissionLabels[user.permission]} · {schoolsText(user)}
              </Truncate>
              <p className="text-label text-ink-3">
                Last seen: <LastSeen user={user} />
              </p>
            </div>
          </div>
          <Menu trigger={<IconButton icon={Ellipsis} label={`More actions for ${nameOf(user)}`} />}>
            <UserItems user={user} />
          </Menu>
        </li>
      ))}
    </ul>
  )
}
