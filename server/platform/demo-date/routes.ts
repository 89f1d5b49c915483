import type * as endpoints from '#contract/platform/demo-date/endpoints.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { problem } from '#server/platform/problem.ts'

export const handlers: Handlers<typeof endpoints> = {
  replaceDemoDate: ({ clock }, { body }) => {
    if (!clock.demoDate) throw problem.notFound()
    clock.demoDate.set(body.day)
    return { day: clock.demoDate.day() }
  },
}
