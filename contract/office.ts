/** The time zone of the office, which applies if there’s no school. */
export const officeTimeZone = 'America/New_York'
