import { enrollForm, waiverForm } from '#contract/setup/period-documents/forms.ts'
import type * as endpoints from '#contract/setup/site-visits/endpoints.ts'
import type { ReachedStep } from '#contract/setup/site-visits/shapes.ts'
import type { AnonymousContext } from '#server/platform/context.ts'
import { getPeriod } from '#server/platform/db/scope.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { counters, limitFromNetwork } from '#server/platform/http/throttle.ts'
import { problem } from '#server/platform/problem.ts'
import { readPublished } from '#server/setup/period-documents/index.ts'
import { readAddress } from '#server/setup/site/index.ts'
import { countAfterCommit } from './commands/count.ts'
import { readVisits } from './queries.ts'
import { deviceOf, isByPerson, stepsOf } from './rules.ts'

/** Returns the policy year of an open site in which students can reach a step. @throws Problem 404, 422 on `step` */
const getReached = async (context: AnonymousContext, periodId: number, { form, step }: ReachedStep) => {
  const { system, year, schoolId, today } = await readAddress(context, periodId)
  if (!year?.isOpen) throw problem.notFound()
  const published = await readPublished(system, periodId, form === 'enroll' ? enrollForm : waiverForm)
  if (!published) throw problem.notFound()
  if (stepsOf(published.content).every(({ key }) => key !== step)) throw problem.selected('step')
  return { schoolId, periodId, day: today }
}

export const handlers: Handlers<typeof endpoints> = {
  countFormStep: {
    prove: async (context, { params, body }, { request }) => {
      await limitFromNetwork(context.services, counters.formSteps(context.address), 'requests')
      const place = await getReached(context, params.id, body)
      return (inside) => {
        if (!isByPerson(request.headers)) return
        const visit = { ...place, language: body.language, device: deviceOf(request.headers) }
        countAfterCommit(inside, { ...visit, what: 'step', name: `${body.form}/${body.step}` })
        if (body.is_first) countAfterCommit(inside, { ...visit, what: 'begun', name: body.form })
      }
    },
  },

  getSiteVisits: async (context, { params, query }) => {
    const { days = '30', language, device } = query
    return readVisits(context, await getPeriod(context, params.id), { days: Number(days), language, device })
  },
}
