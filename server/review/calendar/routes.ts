import type * as endpoints from '#contract/review/calendar/endpoints.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { readCalendar } from './queries/dates.ts'
import { readRecentEvents } from './queries/recent.ts'

export const handlers: Handlers<typeof endpoints> = {
  getCalendar: (context, { params }) => readCalendar(context, params.id),
  getRecentEvents: (context, { params }) => readRecentEvents(context, params.id),
}
