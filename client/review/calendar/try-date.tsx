import { useState } from 'react'
import { formatDay } from '#client/platform/lib/format.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { useDemoDate } from '#client/platform/common/use-demo-date.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { DateInput } from '#client/platform/ui/controls/date-input.tsx'

/** Lets an admin of a demo take another day for today, so that what is due by then happens now. */
export const TryDate = ({ today }: { today: string }) => {
  const { demo_date: demoDate } = useUser()
  const [day, setDay] = useState(today)
  const { replace, isSending } = useDemoDate()
  if (demoDate === undefined) return null
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day)
  return (
    <section aria-labelledby="try-date" className="flex flex-col gap-3">
      <h2 id="try-date" className="text-section font-semibold">
        Try another date
      </h2>
      <p className="max-w-prose text-ink-2">
        Only in this demo: work as if today were another day. What is due by then starts within a minute, for
        every school. Emails and sign-in keep the real time.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <DateInput value={day} onChange={setDay} aria-label="Date to try" />
        <Button disabled={!isDay || isSending || day === today} onClick={() => void replace(day)}>
          {isDay ? `Work as if today were ${formatDay(day)}` : 'Work as if today were another day'}
        </Button>
        {demoDate !== null && (
          <Button variant="ghost" disabled={isSending} onClick={() => void replace(null)}>
            Use the real date
          </Button>
        )}
      </div>
    </section>
  )
}
