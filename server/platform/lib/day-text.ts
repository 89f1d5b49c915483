/** Returns a calendar day as people read it: '2026-08-15' → '08/15/2026'. */
export const dayText = (day: string): string => {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${month}/${date}/${year}`
}

/** Returns the sentence about a date outside a policy year. */
export const withinYearText = ({
  starts_on,
  ends_on,
}: {
  readonly starts_on: string
  readonly ends_on: string
}): string => `Enter a date in the policy year: ${dayText(starts_on)} to ${dayText(ends_on)}.`
