import { Siren } from 'lucide-react'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { formatCount } from '#client/platform/lib/format.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { BarFrame } from './bar-frame.tsx'
import { useSignOut } from './use-sign-out.ts'

/** Milliseconds between two looks at the clock. */
const tick = 5000

interface EmergencyFrameProps {
  /** When the access ends, ISO 8601 in UTC. */
  endsAt: string
  children: ReactNode
}

/** Renders every screen of emergency access below a bar with the time left; signs out when it’s over. */
export const EmergencyFrame = ({ endsAt, children }: EmergencyFrameProps) => {
  const left = useTimeLeft(endsAt)
  const signOut = useSignOut()
  const isOver = left <= 0
  const leave = useEffectEvent(() => void signOut())
  useEffect(() => {
    if (isOver) leave()
  }, [isOver])
  const minutes = Math.max(1, Math.ceil(left / 60_000))
  return (
    <BarFrame
      tone="danger"
      icon={Siren}
      text={
        <>
          <span className="font-semibold">Emergency access.</span> {formatCount(minutes, 'minute')} left.
          Everything you do is recorded.
        </>
      }
      action={
        <Button size="sm" onClick={() => void signOut()}>
          End now
        </Button>
      }
    >
      {children}
    </BarFrame>
  )
}

/** Returns the milliseconds until an instant, counted down. */
const useTimeLeft = (endsAt: string): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), tick)
    return () => window.clearInterval(timer)
  }, [])
  return Date.parse(endsAt) - now
}
