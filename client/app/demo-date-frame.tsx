import { CalendarClock } from 'lucide-react'
import type { ReactNode } from 'react'
import { isAdmin } from '#contract/platform/access.ts'
import type { Me } from '#contract/accounts/auth/shapes.ts'
import { formatDay } from '#client/platform/lib/format.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { BarFrame } from './bar-frame.tsx'
import { useDemoDate } from '#client/platform/common/use-demo-date.ts'

interface DemoDateFrameProps {
  user: Me
  day: string
  children: ReactNode
}

/** Renders every screen of a demo that takes another day for today below a bar that says so. */
export const DemoDateFrame = ({ user, day, children }: DemoDateFrameProps) => {
  const { replace, isSending } = useDemoDate()
  return (
    <BarFrame
      tone="warning"
      icon={CalendarClock}
      text={
        <>
          <span className="font-semibold">Demo date.</span> Everyone in this demo works as if today were{' '}
          {formatDay(day)}.
        </>
      }
      action={
        isAdmin(user) && (
          <Button size="sm" disabled={isSending} onClick={() => void replace(null)}>
            Use the real date
          </Button>
        )
      }
    >
      {children}
    </BarFrame>
  )
}
