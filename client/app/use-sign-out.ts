import { useRouter } from '@tanstack/react-router'
import { announceEnd } from './idle.ts'
import { forgetPlace } from './place.ts'
import { useSession } from '#client/accounts/auth/session-context.tsx'
import { noteSignOut } from '#client/accounts/auth/sign-on.ts'

/** Signs out here and in the other tabs, and opens the sign-in page. */
export const useSignOut = (): (() => Promise<void>) => {
  const session = useSession()
  const router = useRouter()
  return async () => {
    noteSignOut()
    const gone = session.logout()
    announceEnd()
    forgetPlace()
    await router.navigate({ to: '/login', search: {} })
    await gone
  }
}
