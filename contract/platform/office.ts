/** The time zone of the office, which applies if there’s no school. */
export const officeTimeZone = 'America/New_York'

const days = new Intl.DateTimeFormat('en-CA', {
  timeZone: officeTimeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** Returns the calendar day in the office’s time zone, `YYYY-MM-DD`. */
export const officeDay = (instant: Date): string => days.format(instant)
