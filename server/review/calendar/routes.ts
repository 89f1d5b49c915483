import type * as endpoints from '#contract/review/calendar/endpoints.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { readCalendar } from './queries.ts'

export const handlers: Handlers<typeof endpoints> = {
  getCalendar: (context, { params }) => readCalendar(context, params.id),
}
