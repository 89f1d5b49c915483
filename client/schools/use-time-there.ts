import { useEffect, useState } from 'react'

/** 'Saturday 9:05 AM', the present time in a zone; null where there is no such zone. */
export const timeThere = (zone: string, now: Date): string | null => {
  try {
    const format = { timeZone: zone, weekday: 'long', hour: 'numeric', minute: '2-digit' } as const
    return new Intl.DateTimeFormat('en-US', format).format(now)
  } catch {
    return null
  }
}

/** The present time in a zone, kept up to date. */
export const useTimeThere = (zone: string): string | null => {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 10_000)
    return () => clearInterval(timer)
  }, [])
  return timeThere(zone, now)
}
