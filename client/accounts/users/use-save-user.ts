import { useQueryClient } from '@tanstack/react-query'
import {
  getUser,
  listSessions,
  listUserHistory,
  listUsers,
  updateUser,
} from '#contract/accounts/users/endpoints.ts'
import type { User, UserChange } from '#contract/accounts/users/shapes.ts'
import { useSession } from '#client/accounts/auth/session-context.tsx'
import { useUser } from '#client/platform/common/current-user.tsx'
import { keyOf, useSend } from '#client/platform/lib/query.ts'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'

/**
 * Returns a function that saves a user and says so, with a title for what was saved. The caller handles failures. Their
 * own name changes everywhere.
 */
export const useSaveUser = (id: number) => {
  const client = useQueryClient()
  const session = useSession()
  const reader = useUser()
  const toast = useToast()
  const { send } = useSend(updateUser, {
    refreshes: [listUsers, listUserHistory, listSessions],
    quiet: true,
  })
  return async (body: UserChange, titleOf: (saved: User) => string): Promise<User> => {
    const { reply } = await send({ params: { id }, body })
    client.setQueryData(keyOf(getUser, { params: { id } }), reply)
    if (id === reader.id) await session.refresh()
    toast.show({ tone: 'success', title: titleOf(reply) })
    return reply
  }
}
