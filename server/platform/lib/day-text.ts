/** Returns a calendar day as people read it: '2026-08-15' → '08/15/2026'. */
export const dayText = (day: string): string => {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${month}/${date}/${year}`
}

const writtenOut = { dateStyle: 'long', timeZone: 'UTC' } as const
const formats = {
  'en-US': new Intl.DateTimeFormat('en-US', writtenOut),
  'es-US': new Intl.DateTimeFormat('es-US', writtenOut),
}

/** Returns a calendar day as students read it: '2026-08-15' → 'August 15, 2026', '15 de agosto de 2026'. */
export const writtenDay = (day: string, locale: keyof typeof formats = 'en-US'): string =>
  formats[locale].format(new Date(`${day}T00:00:00Z`))

/** Returns the sentence about a date outside a policy year. */
export const withinYearText = ({
  starts_on,
  ends_on,
}: {
  readonly starts_on: string
  readonly ends_on: string
}): string => `Enter a date in the policy year: ${dayText(starts_on)} to ${dayText(ends_on)}.`
