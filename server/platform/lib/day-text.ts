/** Returns a calendar day as people read it: '2026-08-15' → '08/15/2026'. */
export const dayText = (day: string): string => {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${month}/${date}/${year}`
}
