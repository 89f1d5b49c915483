import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { lastForegroundCall } from '#client/platform/lib/call.ts'
import { later } from '#client/platform/ui/states/later.tsx'
import { callMe } from '#client/accounts/auth/auth-calls.ts'
import { toLogin } from '#client/accounts/auth/guards.ts'
import { announceEnd, createIdleWatch, onEndElsewhere, type IdleState } from './idle.ts'
import { forgetPlace } from './place.ts'
import { useSession } from '#client/accounts/auth/session-context.tsx'

const IdleDialog = later(async () => (await import('./idle-dialog.tsx')).IdleDialog)
const signs = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

const storage = (): Storage | null => {
  try {
    return window.localStorage
  } catch {
    return null
  }
}

/** Signs out after 15 minutes of inactivity, with a warning 2 minutes before; tabs share one clock. */
export const IdleGuard = ({ minutes }: { minutes: number }) => {
  const session = useSession()
  const leave = useLeave()
  const { state, stay } = useIdle(minutes)
  useEffect(
    () =>
      onEndElsewhere(() => {
        session.forget()
        leave()
      }),
    [session, leave],
  )
  const isOver = state.phase === 'over'
  useEffect(() => {
    if (!isOver) return
    void session.logout('idle')
    announceEnd()
    leave('idle')
  }, [isOver, session, leave])
  if (state.phase !== 'warning') return null
  return <IdleDialog secondsLeft={state.secondsLeft} onStay={stay} />
}

/** Opens the sign-in page with the return path and the reason. */
const useLeave = () => {
  const router = useRouter()
  return useCallback(
    (reason?: 'idle') => {
      const { pathname, searchStr } = router.latestLocation
      const { search } = toLogin(pathname + searchStr)
      void router.navigate({
        to: '/login',
        search: reason ? { ...search, reason } : search,
        ignoreBlocker: true,
      })
      forgetPlace()
    },
    [router],
  )
}

/** Keeps the idle state, checked every second, and the response to the warning. */
const useIdle = (minutes: number) => {
  const [state, setState] = useState<IdleState>({ phase: 'active' })
  const [watch] = useState(() =>
    createIdleWatch({
      now: () => Date.now(),
      storage,
      idleMinutes: minutes,
      lastCall: lastForegroundCall,
      touch: () => callMe({}),
    }),
  )
  useEffect(() => {
    const timer = window.setInterval(() => {
      // A new object every second would rerender the dialog's owner.
      setState((last) => (last.phase === 'active' && watch.state().phase === 'active' ? last : watch.state()))
    }, 1000)
    for (const sign of signs) window.addEventListener(sign, watch.noticed, { passive: true })
    return () => {
      window.clearInterval(timer)
      for (const sign of signs) window.removeEventListener(sign, watch.noticed)
    }
  }, [watch])
  const stay = () => {
    void watch.stay().catch(() => undefined)
    setState(watch.state())
  }
  return { state, stay }
}
