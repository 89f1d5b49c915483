/** Returns the milliseconds that a zone’s clock is ahead of UTC at an instant. */
const offsetAt = (zone: string, at: number): number => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((one) => one.type === type)?.value ?? 0)
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return shown - Math.floor(at / 1000) * 1000
}

/**
 * Returns the instant at which a zone’s clock shows a day and a time; null if they aren’t valid. A time that the clock
 * skips in spring counts as if it hadn’t changed yet; of a time that it shows twice in fall, the first counts.
 * @param day YYYY-MM-DD
 * @param time HH:MM
 */
export const instantIn = (zone: string, day: string, time: string): string | null => {
  const wanted = Date.parse(`${day}T${time}:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !/^\d{2}:\d{2}$/.test(time) || Number.isNaN(wanted)) return null
  const day12 = 12 * 3_600_000
  const before = wanted - offsetAt(zone, wanted - day12)
  const after = wanted - offsetAt(zone, wanted + day12)
  const fits = [before, after].find((at) => at + offsetAt(zone, at) === wanted)
  return new Date(fits ?? before).toISOString()
}

/** Returns an instant as a zone’s clock shows it: 'November 23, 2026 at 9:05 AM EST'. */
export const zonedText = (zone: string, at: string): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(at))
