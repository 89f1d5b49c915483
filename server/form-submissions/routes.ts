import type * as endpoints from '#contract/form-submissions/endpoints.ts'
import { limitForms } from '../auth/index.ts'
import { logView } from '../history/index.ts'
import type { Handlers } from '../http/mount.ts'
import { submitForm } from './commands/submit-form.ts'
import { getOwner, listOfStudentPeriod } from './queries.ts'

export const handlers: Handlers<typeof endpoints> = {
  submitForm: {
    prove: async (context, { params, body }) => {
      await limitForms(context.services, context.address)
      return async (inside) => ({
        confirmation_number: await submitForm(inside, params.id, body),
        progress: 'complete',
      })
    },
  },

  listFormSubmissionsByStudentPeriod: async (context, { params }) => {
    const student = await getOwner(context, params.id)
    logView(context, student, { detail: 'form submissions' })
    return listOfStudentPeriod(context, params.id)
  },
}
