import { CalendarClock } from 'lucide-react'
import type { ReactNode } from 'react'
import { isAdmin } from '#contract/platform/access.ts'
import type { Me } from '#contract/accounts/auth/shapes.ts'
import { formatDay } from '#client/platform/lib/format.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
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
    <div className="flex h-dvh flex-col">
      <output className="flex shrink-0 items-center gap-3 bg-warning-soft px-4 py-1.5 text-warning-text md:justify-center">
        <CalendarClock size={16} aria-hidden className="shrink-0" />
        <p className="min-w-0 max-md:flex-1">
          <span className="font-semibold">Demo date.</span> Everyone in this demo works as if today were{' '}
          {formatDay(day)}.
        </p>
        {isAdmin(user) && (
          <Button size="sm" disabled={isSending} onClick={() => void replace(null)}>
            Use the real date
          </Button>
        )}
      </output>
      <div className="min-h-0 flex-1 *:h-full!">{children}</div>
    </div>
  )
}
