import { useEffect, useState } from 'react'
import { withPeriodOfDay } from '#client/platform/lib/format.ts'

/** Returns the current time in a zone, 'Saturday 9:05 a.m.'; null for an unknown zone. */
export const localTime = (zone: string, now: Date): string | null => {
  try {
    const format = { timeZone: zone, weekday: 'long', hour: 'numeric', minute: '2-digit' } as const
    return withPeriodOfDay(new Intl.DateTimeFormat('en-US', format).format(now))
  } catch {
    return null
  }
}

/** Returns the current time in a zone, kept up to date. */
export const useLocalTime = (zone: string): string | null => {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 10_000)
    return () => clearInterval(timer)
  }, [])
  return localTime(zone, now)
}
