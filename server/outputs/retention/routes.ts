import type * as endpoints from '#contract/outputs/retention/endpoints.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { placeHold, releaseHold } from './commands/change-hold.ts'
import { eraseStudent } from './commands/erase-student.ts'
import { readRetention } from './queries.ts'

export const handlers: Handlers<typeof endpoints> = {
  getStudentRetention: (context, { params }) => readRetention(context, context.clock, params.id),

  eraseStudent: {
    // views that wait to be logged are erased with the others
    prove: async ({ services }, { params, body }) => {
      await services.accesses.flush()
      return (context) => eraseStudent({ context, system: context }, params.id, body.reason)
    },
  },

  placeStudentHold: (context, { params, body }) => placeHold(context, 'students', params.id, body.reason),

  releaseStudentHold: (context, { params, body }) => releaseHold(context, 'students', params.id, body.reason),

  placeSchoolHold: (context, { params, body }) => placeHold(context, 'schools', params.id, body.reason),

  releaseSchoolHold: (context, { params, body }) => releaseHold(context, 'schools', params.id, body.reason),
}
